import { isNullable } from './columns.ts';
import type { Fields, Layout, LayoutOf } from './layout.ts';

/** A SQL expression of a column's value as JSON, with the shapes that decoded accounts have. */
export function jsonSql(layout: Layout, value: string, depth = 0): string {
  switch (layout.kind) {
    case 'integer':
      return layout.bits > 32 ? inQuotes(`toString(${value})`) : `toString(${value})`;
    case 'float':
      return `if(isFinite(${value}), toString(toFloat64(${value})), ${inQuotes(notFinite(value))})`;
    case 'bool':
      return `toString(${value})`;
    case 'string':
      return `toJSONString(${value})`;
    case 'pubkey':
      return inQuotes(`base58Encode(${value})`);
    case 'bytes':
      return inQuotes(`base64Encode(${value})`);
    case 'option':
    case 'coption': {
      const { absent, present } = optionSql(layout.inner, value);
      return `if(${absent}, 'null', ${presentJson(layout.inner, present, depth)})`;
    }
    case 'vector':
    case 'array':
      return listJson(layout.inner, value, depth);
    case 'struct':
      return fieldsJson(layout.fields, value, depth);
    default:
      return enumJson(layout, value, depth);
  }
}

/** Whether an option has no value, and the value where it has one. */
export function optionSql(
  inner: Layout,
  value: string,
): { readonly absent: string; readonly present: string } {
  return isNullable(inner)
    ? { absent: `isNull(${value})`, present: `assumeNotNull(${value})` }
    : { absent: `empty(${value})`, present: `${value}[1]` };
}

/** What is in an option; an option within it is told from none by its own object. */
export function presentJson(inner: Layout, value: string, depth = 0): string {
  const json = jsonSql(inner, value, depth);
  return isOption(inner) ? `concat('{"some":', ${json}, '}')` : json;
}

export function isOption(layout: Layout): layout is LayoutOf<'option' | 'coption'> {
  return layout.kind === 'option' || layout.kind === 'coption';
}

/** The name of a float that JSON has no number for. */
export function notFinite(value: string): string {
  return `multiIf(isNaN(${value}), 'NaN', ${value} > 0, 'Infinity', '-Infinity')`;
}

function inQuotes(text: string): string {
  return `concat('"', ${text}, '"')`;
}

/** @param depth of the lambdas around it, whose arguments need different names */
function listJson(inner: Layout, value: string, depth: number): string {
  const item = `launchlens_item_${depth}`;
  const items = `arrayMap(${item} -> ${jsonSql(inner, item, depth + 1)}, ${value})`;
  return `concat('[', arrayStringConcat(${items}, ','), ']')`;
}

function fieldsJson({ named, items }: Fields, value: string, depth: number): string {
  if (items.length === 0) return "'{}'";
  const parts = items.flatMap(({ name, layout }, at) => {
    const before = `${at === 0 ? '' : ','}${named ? `"${name}":` : ''}`;
    return [`'${before}'`, jsonSql(layout, `tupleElement(${value}, ${at + 1})`, depth)];
  });
  const [open, close] = named ? '{}' : '[]';
  return `concat('${open}', ${parts.join(', ')}, '${close}')`;
}

/** A variant with fields is in the array of its name; see `columnTypeOf`. */
function enumJson({ variants }: LayoutOf<'enum'>, value: string, depth: number): string {
  const bearing = variants.filter(({ fields }) => fields.items.length > 0);
  if (bearing.length === 0) return inQuotes(`toString(${value})`);
  const cases = bearing.map(({ name, fields }, at) => {
    const json = fieldsJson(fields, `tupleElement(${value}, ${at + 2})[1]`, depth);
    return `notEmpty(tupleElement(${value}, ${at + 2})), concat('{"${name}":', ${json}, '}')`;
  });
  return `multiIf(${cases.join(', ')}, ${inQuotes(`toString(tupleElement(${value}, 1))`)})`;
}
