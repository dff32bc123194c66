import { base58 } from '@scure/base';
import type { Layout } from '../idl/anchor/layout.ts';
import type { Program, ProgramFilter } from '../idl/anchor/program.ts';
import { DISCRIMINATOR_BYTES } from '../idl/discriminators.ts';

/** Later bytes would cost more requests: accounts that end before them are read by their size. */
const FURTHEST = 96;

/**
 * The byte by which a program is read in slices: the first one of a key, which is spread evenly and hardly ever
 * changes, or else the first one after the discriminator; never one that the filters select.
 */
export function sliceOffset(
  { types, accounts }: Pick<Program, 'types' | 'accounts'>,
  filters: readonly ProgramFilter[],
): number {
  const followed = types.filter(({ name }) => accounts?.includes(name) ?? true);
  const keys = followed.flatMap(({ discriminator, layout }) => keysIn(layout, discriminator.length));
  const others = Array.from({ length: FURTHEST }, (_, at) => DISCRIMINATOR_BYTES + at);
  const free = [...keys, ...others].find((at) => at <= FURTHEST && !isFixed(filters, at));
  return free ?? DISCRIMINATOR_BYTES;
}

/** Where the keys of a struct are, up to the first field without a fixed place. */
function keysIn(layout: Layout, start: number): number[] {
  const keys: number[] = [];
  if (layout.kind !== 'struct') return keys;
  let at = start;
  for (const { skip, layout: field } of layout.fields.items) {
    at += skip;
    if (field.kind === 'pubkey') keys.push(at);
    if (!field.fixed) break;
    at += field.least;
  }
  return keys;
}

/** Whether the filters select one value of the byte. */
function isFixed(filters: readonly ProgramFilter[], at: number): boolean {
  return filters.some((filter) => {
    if ('dataSize' in filter) return false;
    const { offset, bytes } = filter.memcmp;
    return at >= offset && at < offset + base58.decode(bytes).length;
  });
}
