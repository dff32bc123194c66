import { signedColumn, unsignedColumn } from '../../../core/olap/port.ts';
import type { AskAt } from '../history/query.ts';
import { rowOf } from '../row.ts';
import { sqlFile } from '../sql-file.ts';

const TIMES = sqlFile(import.meta.url, 'slot-times.sql');
const timeRow = rowOf({ slot: unsignedColumn, time: ['known_time', signedColumn] });

/** The known block times of slots, Unix seconds. */
export async function slotTimes(ask: AskAt, slots: readonly bigint[]): Promise<ReadonlyMap<bigint, bigint>> {
  const distinct = [...new Set(slots)];
  const known = distinct.length === 0 ? [] : await ask(TIMES, { slots: distinct }, timeRow);
  return new Map(known.map(({ slot, time }) => [slot, time]));
}
