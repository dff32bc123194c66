import { z } from 'zod';
import { appendRow } from '../../core/olap/native/append-row.ts';
import { ColumnBlock } from '../../core/olap/native/column-block.ts';
import { type OlapLane, signedColumn } from '../../core/olap/port.ts';
import type { Checkpoint } from '../model/checkpoint.ts';
import type { IndexTables } from '../model/index-tables.ts';
import { TAKE_BACKS } from '../model/tables.ts';
import { type InsertContext, persistentInsert, persistently } from './persistent-insert.ts';
import { removeAbove } from './remove-above.ts';

export interface RollbackContext extends InsertContext {
  readonly lane: OlapLane;
  readonly tables?: IndexTables;
  /** Makes a checkpoint durable. */
  readonly commit: (checkpoint: Checkpoint) => Promise<void>;
}

export interface RollbackOrder {
  /** The checkpoint before it, whose batches are all durable. */
  readonly before: Checkpoint;
  /** The last slot that stays. */
  readonly to: bigint;
  readonly cause: string;
  /** Greater than any used before. */
  readonly revision: bigint;
}

const SLOT_TIME = `SELECT assumeNotNull(block_time) AS time FROM slots
  WHERE slot <= {slot:UInt64} AND block_time IS NOT NULL ORDER BY slot DESC, revision DESC LIMIT 1`;
const timeRow = z.object({ time: signedColumn });

/**
 * Rolls back slots of a dead fork. The checkpoint goes back first: from then on nothing above it is answered, and
 * the next start removes whatever a crash leaves. Every step is safe to repeat.
 */
export async function rollBack(order: RollbackOrder, context: RollbackContext): Promise<void> {
  const { before, to, cause, revision } = order;
  const { lane, clock, logger, commit, tables } = context;
  const slotTime = await persistently('slots', () => slotTimeAt(lane, to), context);
  await persistentInsert('take_backs', ledgerRow(order, clock.now()), context);
  const { finalizedSlot, tokensByTransactions } = before;
  await commit({
    slot: to,
    revision,
    chainSlot: to,
    slotTime,
    rollbackRevision: revision,
    finalizedSlot,
    tokensByTransactions,
  });
  await persistently('slots', () => removeAbove(lane, to, logger, tables), context);
  logger.warn({ from: Number(before.slot), to: Number(to), cause }, 'rolled back slots of a dead fork');
}

function ledgerRow({ before, to, cause, revision }: RollbackOrder, at: number): ColumnBlock {
  const block = new ColumnBlock(TAKE_BACKS, { capacity: 8 });
  appendRow(block, { from_slot: before.slot, to_slot: to, cause, revision, at: BigInt(at) });
  return block;
}

async function slotTimeAt(lane: OlapLane, slot: bigint): Promise<bigint | undefined> {
  const [row] = await lane.query({ sql: SLOT_TIME, parameters: { slot } }, timeRow);
  return row?.time;
}
