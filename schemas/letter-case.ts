/** `launch_id` as `launchId`. */
export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

export function camelCase<Name extends string>(name: Name): CamelCase<Name> {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<Name>;
}

/** `launchId` as `launch_id`: fields and parameters as columns and wire names spell them. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The keys of an answer in camel case, recursively. */
export type CamelCased<Value> = Value extends readonly (infer Item)[]
  ? readonly CamelCased<Item>[]
  : Value extends string | { readonly rawJSON: string }
    ? Value
    : Value extends object
      ? { readonly [Key in keyof Value as Key extends string ? CamelCase<Key> : Key]: CamelCased<Value[Key]> }
      : Value;

/** There are few field names, but each would be converted for every row. */
const spelled = new Map<string, string>();

export function camelKey(key: string): string {
  const held = spelled.get(key);
  if (held !== undefined) return held;
  const camel = camelCase(key);
  spelled.set(key, camel);
  return camel;
}

/** Converts the keys of an answer to camel case; values stay unchanged. */
export function camelCased<Value>(value: Value): CamelCased<Value> {
  return convert(value) as CamelCased<Value>;
}

function convert(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(convert);
  if (typeof value !== 'object' || value === null || 'rawJSON' in value) return value;
  const camel: Record<string, unknown> = {};
  for (const key in value) camel[camelKey(key)] = convert((value as Record<string, unknown>)[key]);
  return camel;
}
