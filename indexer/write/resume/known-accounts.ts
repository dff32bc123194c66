import { z } from 'zod';
import { hexColumn, type OlapLane, unsignedColumn } from '../../../core/olap/port.ts';
import { KnownAccounts } from '../../model/known-accounts.ts';

const PLEDGES = `SELECT hex(any(address)) AS account, launch_id AS launch, hex(pledger) AS wallet
  FROM pledge_versions GROUP BY launch_id, pledger`;
const pledgeRow = z.object({ account: hexColumn, launch: unsignedColumn, wallet: hexColumn });

const RAW = `SELECT hex(quarantine.address) AS account, hex(any(quarantine.owner)) AS holder
  FROM quarantine WHERE lamports > 0 GROUP BY quarantine.address`;
const rawRow = z.object({ account: hexColumn, holder: hexColumn });

/** Every Pledge that the index has ever seen, and every account that it could not read, including closed ones. */
export async function knownAccounts(lane: OlapLane, signal: AbortSignal): Promise<KnownAccounts> {
  const known = new KnownAccounts();
  for await (const rows of lane.stream({ sql: PLEDGES, signal }, pledgeRow)) {
    for (const { account, launch, wallet } of rows)
      known.add(account, { kind: 'pledge', launchId: launch, pledger: wallet });
  }
  for await (const rows of lane.stream({ sql: RAW, signal }, rawRow)) {
    for (const { account, holder } of rows) known.add(account, { kind: 'quarantine', owner: holder });
  }
  return known;
}
