import { z } from 'zod';
import { type OlapLane, unsignedColumn } from '../../../core/olap/port.ts';
import { joined, lesser, type SlotRange, without } from '../../../core/rules/slot-ranges.ts';
import type { Checkpoint } from '../../model/checkpoint.ts';

const COVERAGE = `SELECT from_slot AS fromSlot, to_slot AS toSlot, toString(state) AS kind
  FROM coverage WHERE revision <= {revision:UInt64}
  ORDER BY revision, at, from_slot, state`;

const coverageRow = z.object({
  fromSlot: unsignedColumn,
  toSlot: unsignedColumn,
  kind: z.enum(['streamed', 'snapshot', 'lost', 'repaired']),
});

/** What an index knows of its slots up to a checkpoint. */
export interface Held {
  /** Ranges at which it knows the state, ascending. */
  readonly held: readonly SlotRange[];
  /** Ranges that are lost and not restored. */
  readonly lost: readonly SlotRange[];
}

/**
 * Reads the coverage ledger as readers do: from the first known slot on everything is known except what was lost
 * and not restored.
 */
export async function readHeld(lane: OlapLane, { slot, revision }: Checkpoint): Promise<Held> {
  let first = slot;
  let lost: SlotRange[] = [];
  for (const { fromSlot: from, toSlot: to, kind } of await lane.query(
    { sql: COVERAGE, parameters: { revision } },
    coverageRow,
  )) {
    if (kind === 'lost') lost = joined([...lost, { from, to }]);
    else {
      first = lesser(first, from);
      if (kind !== 'streamed') lost = lost.flatMap((range) => without(range, [{ from, to }]));
    }
  }
  return { held: without({ from: first, to: slot }, lost), lost };
}

const FLOWS = `SELECT from_slot AS fromSlot, to_slot AS toSlot FROM flow_coverage
  WHERE revision <= {revision:UInt64} ORDER BY from_slot, revision DESC LIMIT 1 BY from_slot`;

const flowRow = z.object({ fromSlot: unsignedColumn, toSlot: unsignedColumn });

/** Ranges with complete escrow activity, up to the checkpoint. */
export async function readFlowsHeld(lane: OlapLane, { slot, revision }: Checkpoint): Promise<SlotRange[]> {
  const rows = await lane.query({ sql: FLOWS, parameters: { revision } }, flowRow);
  return joined(
    rows.flatMap(({ fromSlot: from, toSlot }) => (from > slot ? [] : [{ from, to: lesser(toSlot, slot) }])),
  );
}

const BLOCKS = `SELECT slots.slot AS number, slots.parent_slot AS parent, slots.blockhash AS hash FROM slots
  WHERE slots.slot BETWEEN {from:UInt64} AND {to:UInt64} AND slots.revision <= {revision:UInt64}
  ORDER BY slots.slot, slots.revision DESC LIMIT 1 BY slots.slot`;

const blockRow = z.object({ number: unsignedColumn, parent: unsignedColumn, hash: z.string() });

export interface IndexedBlock {
  readonly slot: bigint;
  readonly parent: bigint;
  readonly blockhash: string;
}

/** The blocks that the index has in a range, by slot. */
export async function readBlocks(
  lane: OlapLane,
  { from, to }: SlotRange,
  revision: bigint,
): Promise<Map<bigint, IndexedBlock>> {
  const rows = await lane.query({ sql: BLOCKS, parameters: { from, to, revision } }, blockRow);
  return new Map(rows.map(({ number, parent, hash }) => [number, { slot: number, parent, blockhash: hash }]));
}
