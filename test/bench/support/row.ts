/** One line of the benchmark table. `ours` and `theirs` were measured in the same run, on equal results. */
export interface BenchRow {
  readonly name: string;
  /** What `theirs` is: the obvious choice for the same work. */
  readonly baseline: string;
  readonly ours: number;
  readonly theirs: number;
  readonly unit: string;
  /** How many times better ours is. */
  readonly ratio: number;
  /** The least ratio that counts as reached; without one the row is for information. */
  readonly goal: number | undefined;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** A row whose baseline is a limit that should not be exceeded. */
export function withinLimit(name: string, unit: string, ours: number, limit: number): BenchRow {
  return {
    ...{ name, unit, baseline: `a limit of ${limit} ${unit}` },
    ...{ ours, theirs: limit, ratio: limit / ours, goal: 1 },
  };
}
