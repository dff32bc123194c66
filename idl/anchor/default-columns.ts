import { ENUM8_VALUES, isNullable, WIDEST_FIXED_STRING } from './columns.ts';
import type { Layout } from './layout.ts';

/** The columns of a type where it has no value, in the same format. */
export function defaultColumns(layout: Layout): Buffer {
  if (layout.kind !== 'struct') return Buffer.from(defaultOf(layout));
  return Buffer.from(layout.fields.items.flatMap((item) => defaultOf(item.layout)));
}

function defaultOf(layout: Layout): readonly number[] {
  switch (layout.kind) {
    case 'integer':
    case 'float':
    case 'pubkey':
    case 'bool':
      return zeros(layout.least);
    case 'bytes':
      return layout.length && layout.length <= WIDEST_FIXED_STRING ? zeros(layout.length) : [0];
    case 'option':
    case 'coption':
      return [isNullable(layout.inner) ? 1 : 0];
    case 'struct': {
      const { items } = layout.fields;
      return items.length === 0 ? [0] : items.flatMap((item) => defaultOf(item.layout));
    }
    case 'enum': {
      const bearing = layout.variants.filter(({ fields }) => fields.items.length > 0);
      return [...zeros(layout.variants.length > ENUM8_VALUES ? 2 : 1), ...zeros(bearing.length)];
    }
    default:
      return [0];
  }
}

function zeros(count: number): number[] {
  return new Array<number>(count).fill(0);
}
