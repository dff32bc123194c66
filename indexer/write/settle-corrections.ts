import { z } from 'zod';
import { type OlapLane, unsignedColumn } from '../../core/olap/port.ts';
import { type IndexTables, LAUNCH_TABLES } from '../model/index-tables.ts';

const countRow = z.object({ rows: unsignedColumn });

/**
 * Removes the rows that a correction has replaced once all readers know the correction: from then on there is one
 * row for each account and slot. Safe to repeat; reads one column if there is nothing to remove.
 */
export async function settleCorrections(
  lane: OlapLane,
  { identities }: Pick<IndexTables, 'identities'> = LAUNCH_TABLES,
): Promise<void> {
  for (const [table, key] of Object.entries(identities)) {
    const corrected = `SELECT ${key} FROM ${table} WHERE correction > 0`;
    const newest = `SELECT ${key}, max(revision) FROM ${table} WHERE (${key}) IN (${corrected}) GROUP BY ${key}`;
    const replaced = `(${key}) IN (${corrected}) AND (${key}, revision) NOT IN (${newest})`;
    const [found] = await lane.query(
      { sql: `SELECT count() AS rows FROM ${table} WHERE ${replaced}` },
      countRow,
    );
    if ((found?.rows ?? 0n) > 0n) await lane.command({ sql: `DELETE FROM ${table} WHERE ${replaced}` });
  }
}
