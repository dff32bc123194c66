import { z } from 'zod';
import { COMMITMENTS } from '../../core/kernel/settings/schema.ts';
import {
  flagColumn,
  type OlapLane,
  signedColumn,
  timestampColumn,
  unsignedColumn,
} from '../../core/olap/port.ts';
import { rowOf } from './row.ts';
import { sqlFile } from './sql-file.ts';

const SQL = sqlFile(import.meta.url, 'checkpoint.sql');

const checkpointRow = rowOf({
  slot: unsignedColumn,
  revision: unsignedColumn,
  chainSlot: unsignedColumn,
  /** Unix seconds. */
  slotTime: signedColumn.nullable(),
  commitment: z.enum(COMMITMENTS),
  /** Milliseconds since the Unix epoch. */
  indexedAt: timestampColumn,
  /** Revision of the newest rollback; 0 before the first. */
  rollbackRevision: ['take_back_revision', unsignedColumn],
  /** The newest slot known to be final; 0 while none is. */
  finalizedSlot: unsignedColumn,
  tokensByTransactions: flagColumn,
});

/** The newest checkpoint: the index is exact at `slot`, in rows of `revision` and below. */
export type Checkpoint = z.output<typeof checkpointRow>;

/** The newest checkpoint, or undefined before anything was indexed. */
export async function newestCheckpoint(
  lane: OlapLane,
  signal?: AbortSignal,
): Promise<Checkpoint | undefined> {
  const [checkpoint] = await lane.query({ sql: SQL, signal }, checkpointRow);
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

const SLOT_TIME = sqlFile(import.meta.url, 'slot-time.sql');
const slotTimeRow = z.object({ known_time: signedColumn });

/** Block time of the newest slot at or below `slot` whose block time is known, Unix seconds. */
export async function readSlotTime(
  lane: OlapLane,
  { slot, revision }: { readonly slot: bigint; readonly revision: bigint },
  signal?: AbortSignal,
): Promise<bigint | undefined> {
  const statement = { sql: SLOT_TIME, parameters: { slot, revision }, signal };
  const [row] = await lane.query(statement, slotTimeRow);
  return row?.known_time;
}

const VERIFIED = sqlFile(import.meta.url, 'verified.sql');
const verifiedRow = z.object({ verified_slot: unsignedColumn.nullable() });

/** The newest slot at which the whole index was proven equal to raw RPC. */
export async function readVerifiedSlot(
  lane: OlapLane,
  { slot }: Checkpoint,
  signal?: AbortSignal,
): Promise<bigint | undefined> {
  const statement = { sql: VERIFIED, parameters: { slot }, signal };
  const [row] = await lane.query(statement, verifiedRow);
  return row?.verified_slot ?? undefined;
}
