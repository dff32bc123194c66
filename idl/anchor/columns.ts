import type { Fields, Layout, LayoutOf } from './layout.ts';

/** The most values of an Enum8, which counts from 0 here. */
const ENUM8_VALUES = 128;

/** ClickHouse refuses wider ones, which would take their whole width in memory for every row. */
const WIDEST_FIXED_STRING = 256;

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
export function columnTypeOf(layout: Layout): string {
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
      return 'FixedString(32)';
    case 'bytes':
      return layout.length && layout.length <= WIDEST_FIXED_STRING
        ? `FixedString(${layout.length})`
        : 'String';
    case 'option':
    case 'coption':
      return optional(layout.inner);
    case 'vector':
    case 'array':
      return `Array(${columnTypeOf(layout.inner)})`;
    case 'struct':
      return tuple(layout.fields);
    default:
      return enumType(layout);
  }
}

/** ClickHouse has no null for composed types, nor two kinds of it: there, an array has none or one. */
function optional(inner: Layout): string {
  const type = columnTypeOf(inner);
  return /^(?:Nullable|Array|Tuple)\(/.test(type) ? `Array(${type})` : `Nullable(${type})`;
}

function tuple({ named, items }: Fields): string {
  // A tuple without elements cannot be stored.
  if (items.length === 0) return 'Tuple(UInt8)';
  const elements = items.map(({ name, layout }) => (named ? `${name} ` : '') + columnTypeOf(layout));
  return `Tuple(${elements.join(', ')})`;
}

/** A variant with fields has them in an array of its own name, which is empty where another variant is meant. */
function enumType({ variants }: LayoutOf<'enum'>): string {
  const names = variants.map(({ name }, tag) => `'${name}' = ${tag}`).join(', ');
  const variant = `Enum${variants.length > ENUM8_VALUES ? 16 : 8}(${names})`;
  const bearing = variants.filter(({ fields }) => fields.items.length > 0);
  if (bearing.length === 0) return variant;
  const fields = bearing.map(({ name, fields: of }) => `${name} Array(${tuple(of)})`);
  return `Tuple(variant ${variant}, ${fields.join(', ')})`;
}
