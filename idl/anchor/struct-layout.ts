import { refused, type TypeDefinition } from './document.ts';
import type { Fields, Layout, LayoutField, LayoutOf } from './layout.ts';

/** A struct whose fields follow each other. @param end Bytes after the last of them */
export function structOf(name: string, fields: Fields, end = 0): LayoutOf<'struct'> {
  const { items } = fields;
  return {
    ...{ kind: 'struct', name, fields, end },
    least: end + sum(items, ({ skip, layout }) => skip + layout.least),
    fixed: items.every(({ layout }) => layout.fixed),
    align: Math.max(1, ...items.map(({ layout }) => layout.align)),
    cost: 1 + sum(items, ({ layout }) => layout.cost),
  };
}

/**
 * A struct of C copied from memory, where a field begins at a multiple of its alignment. (`bytemuck` without `unsafe`
 * proves that there is nothing between fields, so that only `bytemuckunsafe` needs it.)
 */
export function inMemory(type: TypeDefinition, fields: Fields, path: string): Layout {
  if (!fields.items.every(({ layout }) => layout.fixed)) {
    throw refused(path, 'a type that is copied from memory has only fields of a fixed size');
  }
  const [narrow, wide] = ([8, 16] as const).map((widest) => padded(type, fields, widest));
  if (!narrow || !wide || narrow.least !== wide.least || !sameSkips(narrow, wide)) {
    throw refused(path, 'where its fields begin depends on the compiler, since one has 128 bits');
  }
  return narrow;
}

/** @param widest The alignment of integers of 128 bits, which newer compilers doubled */
function padded(
  { name, repr }: TypeDefinition,
  { named, items }: Fields,
  widest: 8 | 16,
): LayoutOf<'struct'> {
  const alignOf = ({ layout }: LayoutField): number => Math.min(layout.align, widest);
  let at = 0;
  const placed = items.map((item) => {
    const skip = -at & (alignOf(item) - 1);
    at += skip + item.layout.least;
    return { ...item, skip };
  });
  const align = Math.max(repr?.align ?? 1, ...items.map(alignOf));
  const struct = structOf(name, { named, items: placed }, -at & (align - 1));
  return { ...struct, align };
}

function sameSkips(a: LayoutOf<'struct'>, b: LayoutOf<'struct'>): boolean {
  return a.fields.items.every(({ skip }, at) => skip === b.fields.items[at]?.skip);
}

export function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
