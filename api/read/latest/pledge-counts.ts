import { type OlapLane, unsignedColumn } from '../../../core/olap/port.ts';
import { rowOf } from '../row.ts';
import { sqlFile } from '../sql-file.ts';
import type { Since } from './changes.ts';

const ALL = sqlFile(import.meta.url, 'pledge-counts.sql');
const ONE = sqlFile(import.meta.url, 'pledge-count.sql');
const count = unsignedColumn.transform(Number);
const versionsRow = rowOf({ launchId: unsignedColumn, versions: count });
const accountsRow = rowOf({ accounts: count });

/** The versions of pledges by launch: no launch has more accounts. */
export async function versionsByLaunch(
  lane: OlapLane,
  { checkpoint: { slot, revision }, signal }: Since,
): Promise<ReadonlyMap<bigint, number>> {
  const rows = await lane.query({ sql: ALL, parameters: { slot, revision }, signal }, versionsRow);
  return new Map(rows.map(({ launchId, versions }) => [launchId, versions]));
}

/** About how many pledge accounts a launch has, closed ones included. */
export async function countAccounts(
  lane: OlapLane,
  { checkpoint: { slot, revision }, signal }: Since,
  launchId: bigint,
): Promise<number> {
  const parameters = { launch_id: launchId, slot, revision };
  const [row] = await lane.query({ sql: ONE, parameters, signal }, accountsRow);
  return row?.accounts ?? 0;
}
