import { z } from 'zod';
import { type OlapLane, unsignedColumn } from '../../../core/olap/port.ts';
import { U64_MAX } from '../../../schemas/u64.ts';

/** Slots from `from` to `to`, both included. */
export interface SlotRange {
  readonly from: bigint;
  readonly to: bigint;
}

const KNOWN = `SELECT from_slot AS fromSlot, to_slot AS toSlot
  FROM (SELECT * FROM flow_coverage ORDER BY from_slot, revision DESC, at DESC LIMIT 1 BY from_slot)
  WHERE from_slot <= to_slot
  ORDER BY fromSlot`;

const rangeRow = z.object({ fromSlot: unsignedColumn, toSlot: unsignedColumn });

/** The ranges in which every movement is known, ascending; a growing one ends at the greatest u64. */
export async function knownFlowRanges(lane: OlapLane, signal: AbortSignal): Promise<SlotRange[]> {
  const rows = await lane.query({ sql: KNOWN, signal }, rangeRow);
  return rows.map(({ fromSlot, toSlot }) => ({ from: fromSlot, to: toSlot }));
}

export function within(ranges: readonly SlotRange[], slot: bigint): boolean {
  return ranges.some(({ from, to }) => from <= slot && slot <= to);
}

/** The parts of a range that none of the others covers, ascending. */
export function uncovered(range: SlotRange, ranges: readonly SlotRange[]): SlotRange[] {
  const left: SlotRange[] = [];
  let from = range.from;
  for (const known of ranges.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))) {
    if (known.to < from) continue;
    if (known.from > range.to) break;
    if (known.from > from) left.push({ from, to: known.from - 1n });
    if (known.to === U64_MAX) return left;
    from = known.to + 1n;
  }
  return from <= range.to ? [...left, { from, to: range.to }] : left;
}

const SQL = `SELECT minOrNull(from_slot) AS first FROM coverage
  WHERE state != 'lost' AND revision <= {revision:UInt64}`;

const row = z.object({ first: unsignedColumn.nullable() });

/** The first slot whose state the index has. */
export async function firstHeldSlot(lane: OlapLane, revision: bigint): Promise<bigint | undefined> {
  const [found] = await lane.query({ sql: SQL, parameters: { revision } }, row);
  return found?.first ?? undefined;
}
