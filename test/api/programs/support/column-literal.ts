import { pubkeyBytes } from '../../../../core/kernel/pubkey.ts';
import { isNullable } from '../../../../idl/anchor/columns.ts';
import type { Fields, Layout } from '../../../../idl/anchor/layout.ts';

type Named = Readonly<Record<string, unknown>>;

/** A value of JSON as ClickHouse's SQL writes it for its column; a second way to fill one, for tests alone. */
export function literalOf(layout: Layout, json: unknown): string {
  switch (layout.kind) {
    case 'integer':
      return layout.bits > 32 ? `'${json}'` : `${json}`;
    case 'float':
      return `${json}`.replace('Infinity', 'inf').replace('NaN', 'nan');
    case 'bool':
      return `${json}`;
    case 'string':
      return bytes(Buffer.from(json as string));
    case 'pubkey':
      return bytes(Buffer.from(pubkeyBytes(json as string)));
    case 'bytes':
      return bytes(Buffer.from(json as string, 'base64'));
    case 'option':
    case 'coption':
      if (isNullable(layout.inner)) return json === null ? 'NULL' : literalOf(layout.inner, json);
      return json === null ? '[]' : `[${literalOf(layout.inner, json)}]`;
    case 'vector':
    case 'array':
      return `[${(json as readonly unknown[]).map((each) => literalOf(layout.inner, each)).join(', ')}]`;
    case 'struct':
      return tupleOf(layout.fields, json);
    default: {
      const bearing = layout.variants.filter(({ fields }) => fields.items.length > 0);
      const [[name, inner]] = Object.entries(
        typeof json === 'string' ? { [json]: undefined } : (json as Named),
      ) as [[string, unknown]];
      if (bearing.length === 0) return `'${name}'`;
      const parts = bearing.map((variant) =>
        variant.name === name ? `[${tupleOf(variant.fields, inner)}]` : '[]',
      );
      return `tuple('${name}', ${parts.join(', ')})`;
    }
  }
}

function tupleOf({ items }: Fields, json: unknown): string {
  const values = Array.isArray(json) ? json : items.map(({ name }) => (json as Named)[name]);
  return items.length === 0
    ? 'tuple(0)'
    : `tuple(${items.map(({ layout }, index) => literalOf(layout, values[index])).join(', ')})`;
}

function bytes(value: Buffer): string {
  return `unhex('${value.toString('hex')}')`;
}
