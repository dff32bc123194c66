import { z } from 'zod';
import { unsignedColumn } from '../../../core/olap/columns.ts';
import type { OlapLane } from '../../../core/olap/port.ts';

const SQL = `SELECT minOrNull(from_slot) AS first FROM coverage
  WHERE state != 'lost' AND revision <= {revision:UInt64}`;

const row = z.object({ first: unsignedColumn.nullable() });

/** The first slot whose state the index has. */
export async function firstHeldSlot(lane: OlapLane, revision: bigint): Promise<bigint | undefined> {
  const [found] = await lane.query({ sql: SQL, parameters: { revision } }, row);
  return found?.first ?? undefined;
}
