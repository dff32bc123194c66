/** A number on the wire: an id, an amount or a slot may be given as any of these, and as a string digit by digit. */
export type Whole = string | number | bigint;

export type QueryValues = Readonly<Record<string, Whole | undefined>>;

/** `?name=value&…` with names as the API writes them; nothing for what is undefined. */
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
