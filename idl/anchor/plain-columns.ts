import { ENUM8_VALUES, WIDEST_FIXED_STRING } from './columns.ts';
import type { Fields, Layout } from './layout.ts';

/** A column whose bytes are the same in both formats, and which of them must be small. */
export interface Plain {
  readonly bytes: number;
  readonly limits: readonly { readonly at: number; readonly most: number }[];
}

export function plainOf(layout: Layout): Plain | undefined {
  switch (layout.kind) {
    case 'integer':
    case 'float':
    case 'pubkey':
      return { bytes: layout.least, limits: [] };
    case 'bool':
      return { bytes: 1, limits: [{ at: 0, most: 1 }] };
    case 'bytes':
      return layout.length && layout.length <= WIDEST_FIXED_STRING
        ? { bytes: layout.length, limits: [] }
        : undefined;
    case 'struct':
      return layout.fields.items.length === 0 || layout.end > 0 ? undefined : plainFields(layout.fields);
    case 'enum': {
      const { variants } = layout;
      const bearing = variants.some(({ fields }) => fields.items.length > 0);
      if (bearing || variants.length > ENUM8_VALUES) return undefined;
      return { bytes: 1, limits: [{ at: 0, most: variants.length - 1 }] };
    }
    default:
      return undefined;
  }
}

export function plainFields({ items }: Fields): Plain | undefined {
  let bytes = 0;
  const limits: { at: number; most: number }[] = [];
  for (const { skip, layout } of items) {
    const plain = plainOf(layout);
    if (!plain || skip > 0) return undefined;
    for (const { at, most } of plain.limits) limits.push({ at: bytes + at, most });
    bytes += plain.bytes;
  }
  return { bytes, limits };
}

/** Values of several fields that are copied at once. */
export function copyCode({ bytes, limits }: Plain): string {
  if (limits.length === 0) return `c.copy(${bytes});`;
  const checks = limits.map(({ at, most }) => `c.atMost(at + ${at}, ${most});`);
  return `{ const at = c.copy(${bytes}); ${checks.join(' ')} }`;
}
