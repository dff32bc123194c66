import { z } from 'zod';
import { hexColumn, unsignedColumn } from '../../../core/olap/columns.ts';
import type { OlapLane } from '../../../core/olap/port.ts';
import { KnownPledges } from '../../model/known-pledges.ts';

const SQL = `SELECT hex(any(address)) AS account, launch_id AS launch, hex(pledger) AS wallet
  FROM pledge_versions GROUP BY launch_id, pledger`;

const pledgeRow = z.object({ account: hexColumn, launch: unsignedColumn, wallet: hexColumn });

/** Every Pledge that the index has ever seen, closed ones too. */
export async function knownPledges(lane: OlapLane, signal: AbortSignal): Promise<KnownPledges> {
  const known = new KnownPledges();
  for await (const rows of lane.stream({ sql: SQL, signal }, pledgeRow)) {
    for (const { account, launch, wallet } of rows) known.add(account, { launchId: launch, pledger: wallet });
  }
  return known;
}
