/** The least of some whole numbers; undefined of none. */
export function least(values: Iterable<bigint>): bigint | undefined {
  let found: bigint | undefined;
  for (const value of values) if (found === undefined || value < found) found = value;
  return found;
}

/** The greatest of some whole numbers; undefined of none. */
export function greatest(values: Iterable<bigint>): bigint | undefined {
  let found: bigint | undefined;
  for (const value of values) if (found === undefined || value > found) found = value;
  return found;
}
