import { z } from 'zod';
import { type OlapLane, signedColumn, unsignedColumn } from '../../../core/olap/port.ts';
import type { Checkpoint } from '../checkpoint.ts';

const checkpointRow = z.object({
  slot: unsignedColumn,
  revision: unsignedColumn,
  chainSlot: unsignedColumn,
  slotTime: signedColumn.nullable(),
  rollbackRevision: unsignedColumn,
  finalizedSlot: unsignedColumn,
});

const CHECKPOINT = `SELECT slot, revision, chain_slot AS chainSlot, slot_time AS slotTime,
    take_back_revision AS rollbackRevision, finalized_slot AS finalizedSlot
  FROM checkpoints ORDER BY revision DESC LIMIT 1`;

/** The newest checkpoint, or undefined in an index that has none. */
export async function newestCheckpoint(lane: OlapLane): Promise<Checkpoint | undefined> {
  const [row] = await lane.query({ sql: CHECKPOINT }, checkpointRow);
  return row && { ...row, slotTime: row.slotTime ?? undefined };
}

const VERSIONED = [
  'launch_versions',
  'pledge_versions',
  'token_account_versions',
  'mint_versions',
  'quarantine',
  'escrow_flows',
  'treasury_transfers',
  'flow_coverage',
  'treasury_coverage',
  'slots',
  'coverage',
  'take_backs',
  'checkpoints',
] as const;

const revisionRow = z.object({ revision: unsignedColumn });

/** The greatest revision in any table, including a batch that a crash interrupted. */
export async function greatestRevision(lane: OlapLane): Promise<bigint> {
  const parts = VERSIONED.map((table) => `SELECT max(revision) AS revision FROM ${table}`);
  const sql = `SELECT max(revision) AS revision FROM (${parts.join(' UNION ALL ')})`;
  const [row] = await lane.query({ sql }, revisionRow);
  return row?.revision ?? 0n;
}

const coveredRow = z.object({ covered: unsignedColumn.nullable() });

/** The last slot up to which the ledger follows the stream; repaired slots are below the head anyway. */
export async function coveredTo(lane: OlapLane): Promise<bigint | undefined> {
  const sql = `SELECT maxOrNull(to_slot) AS covered FROM coverage WHERE state IN ('streamed', 'snapshot')`;
  const [row] = await lane.query({ sql }, coveredRow);
  return row?.covered ?? undefined;
}
