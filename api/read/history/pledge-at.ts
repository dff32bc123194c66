import { type Pubkey, pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { pledgeRow, pledgeState } from '../account-versions.ts';
import type { LaunchState, PledgeState } from '../model.ts';
import { sqlFile } from '../sql-file.ts';
import type { AskAt } from './query.ts';

const SQL = sqlFile(import.meta.url, 'pledge-at.sql');
const OF_WALLET = sqlFile(import.meta.url, 'pledges-of-wallet.sql');

/** The pledge of one wallet, or undefined. */
export async function pledgeAt(
  ask: AskAt,
  launchId: bigint,
  wallet: Pubkey,
): Promise<PledgeState | undefined> {
  const pledger = Buffer.from(pubkeyBytes(wallet)).toString('hex');
  const [version] = await ask(SQL, { launch_id: launchId, pledger }, pledgeRow);
  return version === undefined || version.closed ? undefined : pledgeState(version);
}

/** The pledges of one wallet in several launches, by launch. */
export async function pledgesOfWallet(
  ask: AskAt,
  wallet: Pubkey,
  launches: readonly LaunchState[],
): Promise<ReadonlyMap<bigint, PledgeState>> {
  const pledger = Buffer.from(pubkeyBytes(wallet)).toString('hex');
  const launchIds = launches.map(({ launchId }) => launchId);
  const versions = await ask(OF_WALLET, { pledger, launch_ids: launchIds }, pledgeRow);
  const open = versions.filter(({ closed }) => !closed);
  return new Map(open.map((version) => [version.launchId, pledgeState(version)]));
}
