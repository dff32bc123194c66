import { z } from 'zod';
import { signedColumn } from '../../core/olap/columns.ts';
import type { OlapLane } from '../../core/olap/port.ts';
import { sqlFile } from './sql-file.ts';

const SQL = sqlFile(import.meta.url, 'slot-time.sql');
const slotTimeRow = z.object({ known_time: signedColumn });

/** Block time of the newest slot at or below `slot` whose block time is known, Unix seconds. */
export async function readSlotTime(
  lane: OlapLane,
  { slot, revision }: { readonly slot: bigint; readonly revision: bigint },
  signal?: AbortSignal,
): Promise<bigint | undefined> {
  const statement = { sql: SQL, parameters: { slot, revision }, ...(signal && { signal }) };
  const [row] = await lane.query(statement, slotTimeRow);
  return row?.known_time;
}
