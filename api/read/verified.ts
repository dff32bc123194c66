import { z } from 'zod';
import { unsignedColumn } from '../../core/olap/columns.ts';
import type { OlapLane } from '../../core/olap/port.ts';
import type { Checkpoint } from './model.ts';
import { sqlFile } from './sql-file.ts';

const SQL = sqlFile(import.meta.url, 'verified.sql');
const verifiedRow = z.object({ verified_slot: unsignedColumn.nullable() });

/** The newest slot at which the whole index was proven equal to raw RPC. */
export async function readVerifiedSlot(
  lane: OlapLane,
  { slot }: Checkpoint,
  signal?: AbortSignal,
): Promise<bigint | undefined> {
  const statement = { sql: SQL, parameters: { slot }, ...(signal && { signal }) };
  const [row] = await lane.query(statement, verifiedRow);
  return row?.verified_slot ?? undefined;
}
