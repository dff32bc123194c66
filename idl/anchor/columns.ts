import type { Fields, Layout, LayoutOf } from './layout.ts';

/** The most values of an Enum8, which counts from 0 here. */
export const ENUM8_VALUES = 128;

/** ClickHouse refuses wider ones, which would take their whole width in memory for every row. */
export const WIDEST_FIXED_STRING = 256;

/** How a key is stored: its 32 bytes, or base58 where people read it. */
type KeyType = 'FixedString(32)' | 'String';

export interface AnchorColumn {
  readonly name: string;
  readonly type: string;
}

/** One column for each field of an account, in the account's order; an account that is no struct has one named `value`. */
export function columnsOf(layout: Layout): readonly AnchorColumn[] {
  if (layout.kind !== 'struct') return [{ name: 'value', type: columnTypeOf(layout) }];
  return layout.fields.items.map(({ name, layout: of }) => ({ name, type: columnTypeOf(of) }));
}

/** The ClickHouse type that holds every value of a type exactly. */
export function columnTypeOf(layout: Layout, key: KeyType = 'FixedString(32)'): string {
  switch (layout.kind) {
    case 'integer':
      return `${layout.signed ? 'Int' : 'UInt'}${layout.bits}`;
    case 'float':
      return `Float${layout.bits}`;
    case 'bool':
      return 'Bool';
    case 'string':
      return 'String';
    case 'pubkey':
      return key;
    case 'bytes':
      return layout.length && layout.length <= WIDEST_FIXED_STRING
        ? `FixedString(${layout.length})`
        : 'String';
    case 'option':
    case 'coption':
      return optional(layout.inner, key);
    case 'vector':
    case 'array':
      return `Array(${columnTypeOf(layout.inner, key)})`;
    case 'struct':
      return tuple(layout.fields, key);
    default:
      return enumType(layout, key);
  }
}

/** ClickHouse has no null for composed types, nor two kinds of it: there, an array has none or one. */
function optional(inner: Layout, key: KeyType): string {
  const type = columnTypeOf(inner, key);
  return isNullable(inner) ? `Nullable(${type})` : `Array(${type})`;
}

/** Whether an option of this type is a Nullable; otherwise it is an array of none or one. */
export function isNullable(inner: Layout): boolean {
  return !/^(?:Nullable|Array|Tuple)\(/.test(columnTypeOf(inner));
}

function tuple({ named, items }: Fields, key: KeyType): string {
  // A tuple without elements cannot be stored.
  if (items.length === 0) return 'Tuple(UInt8)';
  const elements = items.map(({ name, layout }) => (named ? `${name} ` : '') + columnTypeOf(layout, key));
  return `Tuple(${elements.join(', ')})`;
}

/** A variant with fields has them in an array of its own name, which is empty where another variant is meant. */
function enumType({ variants }: LayoutOf<'enum'>, key: KeyType): string {
  const names = variants.map(({ name }, tag) => `'${name}' = ${tag}`).join(', ');
  const variant = `Enum${variants.length > ENUM8_VALUES ? 16 : 8}(${names})`;
  const bearing = variants.filter(({ fields }) => fields.items.length > 0);
  if (bearing.length === 0) return variant;
  const fields = bearing.map(({ name, fields: of }) => `${name} Array(${tuple(of, key)})`);
  return `Tuple(variant ${variant}, ${fields.join(', ')})`;
}
