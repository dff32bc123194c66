import { z } from 'zod';
import { type OlapLane, signedColumn, unsignedColumn } from '../../../core/olap/port.ts';
import type { Checkpoint } from '../../model/checkpoint.ts';
import type { BlockMeta } from '../../model/source.ts';

/** Twice as many as a slot waits for finality: an index that was stopped cannot know which are final by now. */
const SLOTS = 64;

const SQL = `SELECT slot, revision, parent_slot AS parentSlot, blockhash, block_time AS blockTime FROM slots
  WHERE slot <= {slot:UInt64} AND revision <= {revision:UInt64}
  ORDER BY slot DESC, revision DESC LIMIT 1 BY slot LIMIT ${SLOTS}`;

/** Lost ranges, and the slots of snapshots, as far as they reach one of the slots. */
const LEDGER = `SELECT state = 'lost' AS isLost, from_slot AS from, to_slot AS to, revision FROM coverage
  WHERE state IN ('lost', 'snapshot') AND to_slot >= {oldest:UInt64}`;

const slotRow = z
  .object({
    slot: unsignedColumn,
    revision: unsignedColumn,
    parentSlot: unsignedColumn,
    blockhash: z.string(),
    blockTime: signedColumn.nullable(),
  })
  .transform(({ blockTime, ...slot }) => ({ ...slot, blockTime: blockTime ?? undefined }));

const ledgerRow = z
  .object({ isLost: z.number(), from: unsignedColumn, to: unsignedColumn, revision: unsignedColumn })
  .transform(({ isLost, ...range }) => ({ ...range, isLost: isLost === 1 }));

type StoredSlot = z.output<typeof slotRow>;
type LedgerRange = z.output<typeof ledgerRow>;

/** A slot of the index, and whether it is between the two reads of a snapshot, where no state is complete. */
export type StandingSlot = Pick<BlockMeta, 'slot' | 'parentSlot' | 'blockhash' | 'blockTime'> & {
  readonly noReturn: boolean;
  /** Whether both reads of a snapshot were of this slot. */
  readonly readWhole: boolean;
};

/**
 * The newest indexed slots, ascending. A slot that was reported as lost after it was written has died: nobody
 * reads it, and a stream with another block there says nothing new. The slots of a snapshot have its revision;
 * the index answers from the one that the ledger names.
 */
export async function lastSlots(
  lane: OlapLane,
  { slot, revision }: Checkpoint,
): Promise<readonly StandingSlot[]> {
  const stored = (await lane.query({ sql: SQL, parameters: { slot, revision } }, slotRow)).reverse();
  const oldest = stored[0]?.slot;
  if (oldest === undefined) return [];
  const ledger = await lane.query({ sql: LEDGER, parameters: { oldest } }, ledgerRow);
  return stored
    .filter((left) => !ledger.some((range) => range.isLost && hasDied(left, range)))
    .map(({ revision: of, ...left }) => {
      const snapshot = ledger.find((range) => !range.isLost && range.revision === of);
      return {
        ...left,
        noReturn: snapshot !== undefined && left.slot < snapshot.from,
        readWhole: left.slot === snapshot?.from && firstOf(stored, of) === left.slot,
      };
    });
}

/** The lowest slot of a batch; for a snapshot's, the one of its first read. */
function firstOf(stored: readonly StoredSlot[], batch: bigint): bigint | undefined {
  return stored.find(({ revision }) => revision === batch)?.slot;
}

function hasDied({ slot, revision }: StoredSlot, lost: LedgerRange): boolean {
  return lost.from <= slot && slot <= lost.to && revision < lost.revision;
}
