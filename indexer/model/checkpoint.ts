import { z } from 'zod';
import { appendRow } from '../../core/olap/native/append-row.ts';
import { ColumnBlock } from '../../core/olap/native/column-block.ts';
import { flagColumn, type OlapLane, signedColumn, unsignedColumn } from '../../core/olap/port.ts';
import { CHECKPOINTS } from './tables.ts';

/** Every change up to and including `slot` is in the store, in rows of at most this revision. */
export interface Checkpoint {
  readonly slot: bigint;
  readonly revision: bigint;
  /** Newest known slot at the commitment. */
  readonly chainSlot: bigint;
  /** Unix seconds of the newest block at or below `slot` that has a time. */
  readonly slotTime: bigint | undefined;
  /** Revision of the newest rollback; 0 before the first. */
  readonly rollbackRevision: bigint;
  /** The newest slot at or below `slot` that is known to be final; 0 if none is. */
  readonly finalizedSlot: bigint;
  /** Whether the balances of token accounts come from transactions, and not from the accounts. */
  readonly tokensByTransactions: boolean;
}

export function checkpointBlock(
  { slot, revision, chainSlot, slotTime, rollbackRevision, finalizedSlot, tokensByTransactions }: Checkpoint,
  commitment: string,
  indexedAt: number,
): ColumnBlock {
  const block = new ColumnBlock(CHECKPOINTS, { capacity: 8 });
  appendRow(block, {
    slot,
    revision,
    chain_slot: chainSlot,
    slot_time: slotTime ?? null,
    commitment,
    indexed_at: BigInt(indexedAt),
    take_back_revision: rollbackRevision,
    // A checkpoint never refers to slots above its own, which a rollback may have lowered.
    finalized_slot: finalizedSlot < slot ? finalizedSlot : slot,
    tokens_by_transactions: Number(tokensByTransactions),
  });
  return block;
}

const checkpointRow = z.object({
  slot: unsignedColumn,
  revision: unsignedColumn,
  chainSlot: unsignedColumn,
  slotTime: signedColumn.nullable(),
  rollbackRevision: unsignedColumn,
  finalizedSlot: unsignedColumn,
  tokensByTransactions: flagColumn,
});

const NEWEST = `SELECT slot, revision, chain_slot AS chainSlot, slot_time AS slotTime,
    take_back_revision AS rollbackRevision, finalized_slot AS finalizedSlot,
    tokens_by_transactions AS tokensByTransactions
  FROM checkpoints ORDER BY revision DESC LIMIT 1`;

/** The newest checkpoint, or undefined in an index that has none. */
export async function newestCheckpoint(
  lane: OlapLane,
  signal?: AbortSignal,
): Promise<Checkpoint | undefined> {
  const [row] = await lane.query({ sql: NEWEST, ...(signal && { signal }) }, checkpointRow);
  return row && { ...row, slotTime: row.slotTime ?? undefined };
}
