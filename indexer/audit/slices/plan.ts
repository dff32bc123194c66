import { base58 } from '@scure/base';
import type { ProgramFilter } from '../../../idl/anchor/program.ts';
import { LAUNCH_CONFIG, PLEDGE } from '../../../idl/escrow.ts';
import { fieldOf } from '../../../idl/layout.ts';
import type { AuditedIndex } from '../ports.ts';

type Filters = readonly ProgramFilter[];

/** How a program is read in many small requests. */
export interface SlicePlan {
  /** Together with the pivot every account of the program, whatever its layout. No account is in two of them. */
  readonly slices: readonly Filters[];
  /** The accounts whose answer names the audited slot. Slices may contain them too. */
  readonly pivot: Filters;
}

/** `MAX_GET_PROGRAM_ACCOUNT_FILTERS` of the RPC server. */
const MOST_FILTERS = 4;
const BYTE_VALUES = 256;
/** A wallet's key: spread evenly, and never changed by the program. */
const PLEDGER_AT = fieldOf(PLEDGE, 'pledger').offset;
const LAUNCHES: Filters = [memcmp(0, LAUNCH_CONFIG.discriminator)];

/** Undefined if the followed program's own filters leave no room for another one. */
export function slicePlanOf({ program }: Pick<AuditedIndex, 'program'>): SlicePlan | undefined {
  if (!program) return { slices: slicesAt(PLEDGER_AT, []), pivot: LAUNCHES };
  if (program.filters.length >= MOST_FILTERS) return undefined;
  const slices = slicesAt(program.sliceAt, program.filters);
  const pivot = slices.pop();
  return pivot && { slices, pivot };
}

/** The number of requests for one state of the program. */
export function requestsOf({ slices }: SlicePlan): number {
  return 2 * slices.length + 1;
}

/** By the byte at an offset; accounts that end before it, by their size. */
function slicesAt(offset: number, selected: Filters): Filters[] {
  const [size] = selected.flatMap((filter) => ('dataSize' in filter ? filter.dataSize : []));
  if (size !== undefined && size <= offset) return [selected];
  const byByte = Array.from({ length: BYTE_VALUES }, (_, value) => [
    ...selected,
    memcmp(offset, Uint8Array.of(value)),
  ]);
  if (size !== undefined) return byByte;
  const bySize = Array.from({ length: offset + 1 }, (_, dataSize) => ({ dataSize }));
  const least = leastSize(selected);
  return [...byByte, ...bySize.filter(({ dataSize }) => dataSize >= least).map((one) => [...selected, one])];
}

/** An account that is shorter does not have the bytes that were asked for. */
function leastSize(filters: Filters): number {
  const ends = filters.map((filter) => ('memcmp' in filter ? endOf(filter.memcmp) : 0));
  return Math.max(0, ...ends);
}

function endOf({ offset, bytes }: { readonly offset: number; readonly bytes: string }): number {
  return offset + base58.decode(bytes).length;
}

/** Whether a node that filters like this returns an account with these bytes. */
export function selects(filters: Filters, data: Buffer): boolean {
  return filters.every((filter) => {
    if ('dataSize' in filter) return data.length === filter.dataSize;
    const { offset, bytes } = filter.memcmp;
    return data.subarray(offset, endOf(filter.memcmp)).equals(base58.decode(bytes));
  });
}

function memcmp(offset: number, bytes: Uint8Array): ProgramFilter {
  return { memcmp: { offset, bytes: base58.encode(bytes) } };
}
