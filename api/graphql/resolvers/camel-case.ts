import type { SourceStamp } from '../../../schemas/rest/source.ts';

/** The keys of an answer in camel case, recursively. */
export type CamelCased<Value> = Value extends readonly (infer Item)[]
  ? readonly CamelCased<Item>[]
  : Value extends { readonly rawJSON: string }
    ? Value
    : Value extends object
      ? { readonly [Key in keyof Value as CamelKey<Key>]: CamelCased<Value[Key]> }
      : Value;

/** The freshness stamp, spelled as GraphQL does. */
export type SourceNode = CamelCased<SourceStamp>;

type CamelKey<Key> = Key extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelKey<Tail> & string>}`
  : Key;

/** There are few field names, but each would be converted for every row. */
const spelled = new Map<string, string>();

export function camelKey(key: string): string {
  const held = spelled.get(key);
  if (held !== undefined) return held;
  const camel = key.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
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
