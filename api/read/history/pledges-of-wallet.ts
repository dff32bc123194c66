import { type Pubkey, pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { newestPledges, OF_LAUNCHES, pledgeRow, pledgeState } from '../account-versions.ts';
import type { LaunchState, PledgeState } from '../model.ts';
import type { AskAt } from './query.ts';

const SQL = newestPledges(`${OF_LAUNCHES} AND pledger = unhex({pledger:String})`);

/** The pledges of one wallet in several launches, by launch. */
export async function pledgesOfWallet(
  ask: AskAt,
  wallet: Pubkey,
  launches: readonly LaunchState[],
): Promise<ReadonlyMap<bigint, PledgeState>> {
  const pledger = Buffer.from(pubkeyBytes(wallet)).toString('hex');
  const launchIds = launches.map(({ launchId }) => launchId);
  const versions = await ask(SQL, { pledger, launch_ids: launchIds }, pledgeRow);
  const open = versions.filter(({ closed }) => !closed);
  return new Map(open.map((version) => [version.launchId, pledgeState(version)]));
}
