/** A number on the wire: an id, an amount or a slot may be given in any of these forms; strings are sent unchanged. */
export type Whole = string | number | bigint;

/** Conditions on fields, which a URL takes as JSON. */
type Conditions = Readonly<Record<string, unknown>>;

export type QueryValues = Readonly<Record<string, Whole | Conditions | undefined>>;

/** `?name=value&…` with the API's names; undefined values are omitted. */
export function queryOf(values: QueryValues): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) given.set(snakeCase(name), textOf(value));
  }
  return given.size === 0 ? '' : `?${given}`;
}

function textOf(value: Whole | Conditions): string {
  return typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : String(value);
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
