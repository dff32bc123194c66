/** Slots from `from` to `to`, both included. */
export interface SlotRange {
  readonly from: bigint;
  readonly to: bigint;
}

/** The parts of a range outside the others. Ascending if the order of the others does not matter. */
export function without(range: SlotRange, cuts: readonly SlotRange[]): SlotRange[] {
  let left: SlotRange[] = range.from <= range.to ? [range] : [];
  for (const cut of cuts) {
    left = left.flatMap(({ from, to }) => {
      if (cut.to < from || to < cut.from) return [{ from, to }];
      const before = from < cut.from ? [{ from, to: cut.from - 1n }] : [];
      const after = cut.to < to ? [{ from: cut.to + 1n, to }] : [];
      return [...before, ...after];
    });
  }
  return left;
}

/** The same slots in the fewest ranges, ascending. */
export function joined(ranges: readonly SlotRange[]): SlotRange[] {
  const merged: SlotRange[] = [];
  for (const range of [...ranges].sort((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = merged.at(-1);
    if (!last || range.from > last.to + 1n) merged.push(range);
    else if (range.to > last.to) merged[merged.length - 1] = { from: last.from, to: range.to };
  }
  return merged;
}

export function holds(ranges: readonly SlotRange[], slot: bigint): boolean {
  return ranges.some(({ from, to }) => from <= slot && slot <= to);
}

export function greater(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

export function lesser(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
