import { z } from 'zod';
import { type OlapLane, unsignedColumn } from '../../../core/olap/port.ts';
import { type IndexTables, LAUNCH_TABLES } from '../../model/index-tables.ts';

const LEDGERS = ['slots', 'coverage', 'take_backs', 'checkpoints'] as const;

const revisionRow = z.object({ revision: unsignedColumn });

/** The greatest revision in any table, including a batch that a crash interrupted. */
export async function greatestRevision(
  lane: OlapLane,
  { identities, flowLedgers }: IndexTables = LAUNCH_TABLES,
): Promise<bigint> {
  const tables = [...Object.keys(identities), ...Object.keys(flowLedgers), ...LEDGERS];
  const parts = tables.map((table) => `SELECT max(revision) AS revision FROM ${table}`);
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
