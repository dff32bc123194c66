import { columnTypeOf, isNullable } from './columns.ts';
import type { Fields, Layout } from './layout.ts';

/** A SQL expression of a column with its keys as base58, however deep they are in it. */
export function readableSql(layout: Layout, value: string): string {
  return hasKeys(layout) ? converted(layout, value, 0) : value;
}

/** The type of that expression. */
export function readableType(layout: Layout): string {
  return columnTypeOf(layout, 'String');
}

function hasKeys(layout: Layout): boolean {
  switch (layout.kind) {
    case 'pubkey':
      return true;
    case 'option':
    case 'coption':
    case 'vector':
    case 'array':
      return hasKeys(layout.inner);
    case 'struct':
      return fieldsHaveKeys(layout.fields);
    case 'enum':
      return layout.variants.some(({ fields }) => fieldsHaveKeys(fields));
    default:
      return false;
  }
}

function fieldsHaveKeys({ items }: Fields): boolean {
  return items.some(({ layout }) => hasKeys(layout));
}

/** @param depth Of the lambdas around it, whose arguments need different names */
function converted(layout: Layout, value: string, depth: number): string {
  if (!hasKeys(layout)) return value;
  switch (layout.kind) {
    case 'option':
    case 'coption':
      return isNullable(layout.inner) ? `base58Encode(${value})` : each(layout.inner, value, depth);
    case 'vector':
    case 'array':
      return each(layout.inner, value, depth);
    case 'struct':
      return cast(layout, elements(layout.fields, value, depth));
    case 'enum': {
      const bearing = layout.variants.filter(({ fields }) => fields.items.length > 0);
      const parts = bearing.map(({ fields }, at) => {
        const item = `x${depth}`;
        const fieldsOf = `tuple(${elements(fields, item, depth + 1).join(', ')})`;
        const array = `tupleElement(${value}, ${at + 2})`;
        return fieldsHaveKeys(fields) ? `arrayMap(${item} -> ${fieldsOf}, ${array})` : array;
      });
      return cast(layout, [`tupleElement(${value}, 1)`, ...parts]);
    }
    default:
      return `base58Encode(${value})`;
  }
}

function each(inner: Layout, value: string, depth: number): string {
  const item = `x${depth}`;
  return `arrayMap(${item} -> ${converted(inner, item, depth + 1)}, ${value})`;
}

function elements({ items }: Fields, value: string, depth: number): readonly string[] {
  return items.map(({ layout }, at) => converted(layout, `tupleElement(${value}, ${at + 1})`, depth));
}

/** A tuple keeps the names of its elements. */
function cast(layout: Layout, values: readonly string[]): string {
  const type = columnTypeOf(layout, 'String').replaceAll("'", "\\'");
  return `CAST(tuple(${values.join(', ')}), '${type}')`;
}
