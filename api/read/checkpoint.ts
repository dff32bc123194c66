import { z } from 'zod';
import { COMMITMENTS } from '../../core/kernel/settings/schema.ts';
import { signedColumn, timestampColumn, unsignedColumn } from '../../core/olap/columns.ts';
import type { OlapLane } from '../../core/olap/port.ts';
import type { Checkpoint } from './model.ts';
import { sqlFile } from './sql-file.ts';

const SQL = sqlFile(import.meta.url, 'checkpoint.sql');

const checkpointRow = z
  .object({
    slot: unsignedColumn,
    revision: unsignedColumn,
    chain_slot: unsignedColumn,
    slot_time: signedColumn.nullable(),
    commitment: z.enum(COMMITMENTS),
    indexed_at: timestampColumn,
    take_back_revision: unsignedColumn,
  })
  .transform(
    (row): Checkpoint => ({
      slot: row.slot,
      revision: row.revision,
      chainSlot: row.chain_slot,
      slotTime: row.slot_time ?? undefined,
      commitment: row.commitment,
      indexedAt: row.indexed_at,
      takeBackRevision: row.take_back_revision,
    }),
  );

/** The newest checkpoint, or undefined before anything was indexed. */
export async function newestCheckpoint(
  lane: OlapLane,
  signal?: AbortSignal,
): Promise<Checkpoint | undefined> {
  const [checkpoint] = await lane.query({ sql: SQL, ...(signal && { signal }) }, checkpointRow);
  return checkpoint;
}

export function sameCheckpoint(a: Checkpoint, b: Checkpoint): boolean {
  return (
    a.revision === b.revision &&
    a.slot === b.slot &&
    a.chainSlot === b.chainSlot &&
    a.slotTime === b.slotTime &&
    a.indexedAt === b.indexedAt
  );
}
