import { compareNewestFirst } from '../../../core/rules/newest-first.ts';
import { type LaunchVersion, launchRow, newestLaunches, OF_LAUNCHES } from '../account-versions.ts';
import type { LaunchState } from '../model.ts';
import type { AskAt } from './query.ts';

const ALL = newestLaunches();
const BY_ID = newestLaunches(OF_LAUNCHES);

/** Every existing launch, newest first. There are few launches, but many pledges. */
export async function launchesAt(ask: AskAt): Promise<LaunchState[]> {
  return existing(await ask(ALL, {}, launchRow));
}

/** The existing ones among the named launches, newest first. */
export async function launchesById(ask: AskAt, launchIds: readonly bigint[]): Promise<LaunchState[]> {
  return launchIds.length === 0 ? [] : existing(await ask(BY_ID, { launch_ids: launchIds }, launchRow));
}

function existing(versions: readonly LaunchVersion[]): LaunchState[] {
  return versions.filter(({ closed }) => !closed).sort(compareNewestFirst);
}

/** The LaunchConfig of an id, or undefined if the account does not exist. */
export async function launchAt(ask: AskAt, launchId: bigint): Promise<LaunchState | undefined> {
  const [launch] = await launchesById(ask, [launchId]);
  return launch;
}
