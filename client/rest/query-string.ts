/** A number on the wire: an id, an amount or a slot may be given in any of these forms; strings are sent unchanged. */
export type Whole = string | number | bigint;

export type QueryValues = Readonly<Record<string, Whole | undefined>>;

/** `?name=value&…` with the API's names; undefined values are omitted. */
export function queryOf(values: QueryValues): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) given.set(snakeCase(name), String(value));
  }
  return given.size === 0 ? '' : `?${given}`;
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
