import { z } from 'zod';
import { type OlapLane, unsignedColumn } from '../../../core/olap/port.ts';

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
