/** A count and what is counted, for people: `1 slot`, `2 slots`. */
export function counted(count: number | bigint, one: string, many = `${one}s`): string {
  return `${count} ${noun(count, one, many)}`;
}

/** The noun alone, for counts that are formatted separately. */
export function noun(count: number | bigint, one: string, many = `${one}s`): string {
  return BigInt(count) === 1n ? one : many;
}
