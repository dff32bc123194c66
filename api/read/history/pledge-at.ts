import { type Pubkey, pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import type { PledgeState } from '../model.ts';
import { pledgeRow, pledgeState } from '../rows.ts';
import { sqlFile } from '../sql-file.ts';
import type { AskAt } from './query.ts';

const SQL = sqlFile(import.meta.url, 'pledge-at.sql');

/** The pledge of one wallet, or undefined when it has none. */
export async function pledgeAt(
  ask: AskAt,
  launchId: bigint,
  wallet: Pubkey,
): Promise<PledgeState | undefined> {
  const pledger = Buffer.from(pubkeyBytes(wallet)).toString('hex');
  const [version] = await ask(SQL, { launch_id: launchId, pledger }, pledgeRow);
  return version === undefined || version.closed ? undefined : pledgeState(version);
}
