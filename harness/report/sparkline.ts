const LEVELS = [...'▁▂▃▄▅▆▇█'];

/** A line of blocks from the lowest value to the highest, in integer arithmetic. */
export function sparkline(values: readonly bigint[]): string {
  const [least = 0n, ...rest] = [...values].sort((a, b) => (a < b ? -1 : Number(a > b)));
  const span = (rest.at(-1) ?? least) - least;
  const steps = BigInt(LEVELS.length - 1);
  return values.map((value) => LEVELS[span === 0n ? 0 : Number(((value - least) * steps) / span)]).join('');
}
