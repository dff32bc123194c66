import { z } from 'zod';
import { type OlapLane, unsignedColumn } from '../../../core/olap/port.ts';
import type { SlotRange } from '../../../core/rules/slot-ranges.ts';

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

const SQL = `SELECT minOrNull(from_slot) AS first FROM coverage
  WHERE state != 'lost' AND revision <= {revision:UInt64}`;

const row = z.object({ first: unsignedColumn.nullable() });

/** The first slot whose state the index has. */
export async function firstHeldSlot(lane: OlapLane, revision: bigint): Promise<bigint | undefined> {
  const [found] = await lane.query({ sql: SQL, parameters: { revision } }, row);
  return found?.first ?? undefined;
}
