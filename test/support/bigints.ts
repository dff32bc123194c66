type Least = bigint | undefined;

/** The least of some whole numbers; undefined of none. */
export function least(values: readonly [bigint, ...bigint[]]): bigint;
export function least(values: readonly bigint[]): Least;
export function least(values: readonly bigint[]): Least {
  return values.reduce<Least>(
    (found, value) => (found !== undefined && found < value ? found : value),
    undefined,
  );
}

/** The greatest of some whole numbers; undefined of none. */
export function greatest(values: readonly [bigint, ...bigint[]]): bigint;
export function greatest(values: readonly bigint[]): Least;
export function greatest(values: readonly bigint[]): Least {
  return values.reduce<Least>(
    (found, value) => (found !== undefined && found > value ? found : value),
    undefined,
  );
}
