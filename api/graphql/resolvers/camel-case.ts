import { type CamelCase, camelCase } from '../../../schemas/letter-case.ts';
import type { SourceStamp } from '../../../schemas/rest/source.ts';

/** The keys of an answer in camel case, recursively. */
export type CamelCased<Value> = Value extends readonly (infer Item)[]
  ? readonly CamelCased<Item>[]
  : Value extends { readonly rawJSON: string }
    ? Value
    : Value extends object
      ? { readonly [Key in keyof Value as Key extends string ? CamelCase<Key> : Key]: CamelCased<Value[Key]> }
      : Value;

/** The freshness stamp, spelled as GraphQL does. */
export type SourceNode = CamelCased<SourceStamp>;

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
