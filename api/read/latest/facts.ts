import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { isSettled } from '../lists.ts';
import type { LaunchState, SettledFacts } from '../model.ts';
import type { LaunchDetailFacts, PledgeListQuestion, PledgePage } from '../questions.ts';
import type { AccountState } from './earlier-state.ts';
import { type LaunchEntry, openConfig } from './launch-entry.ts';
import type { Pledges } from './pledges.ts';
import { launchFacts } from './positions.ts';

export function factsOf(state: AccountState, launch: LaunchState): SettledFacts;
export function factsOf(state: AccountState, launch: LaunchState | undefined): SettledFacts | undefined;
export function factsOf(state: AccountState, launch: LaunchState | undefined): SettledFacts | undefined {
  const entry = launch && state.entry(launch.launchId);
  return launch && entry && settledFacts(state, launch, entry);
}

function settledFacts(state: AccountState, launch: LaunchState, entry: LaunchEntry): SettledFacts {
  const totals = isSettled(launch) ? entry.totals.of(launch, heldPledges(entry)) : undefined;
  return { ...launchFacts(state, launch, entry), totals };
}

/** The pledges of a launch that is known not to be cold. */
export function heldPledges({ pledges }: LaunchEntry): Pledges {
  if (pledges) return pledges;
  throw new LaunchlensError('MIRROR_NOT_READY', { reason: 'pledges left memory while they were read' });
}

export function existing(entry: LaunchEntry | undefined): LaunchEntry | undefined {
  return entry && openConfig(entry) ? entry : undefined;
}

export function detailOf(
  state: AccountState,
  launchId: bigint,
  wallet: string | undefined,
): LaunchDetailFacts | undefined {
  const entry = state.entry(launchId);
  const launch = entry && openConfig(entry);
  if (!entry || !launch) return undefined;
  const pledge = wallet === undefined ? undefined : heldPledges(entry).find(pubkeyBytes(wallet));
  return { ...settledFacts(state, launch, entry), pledge };
}

export function pledgePage(
  entry: LaunchEntry | undefined,
  question: PledgeListQuestion,
): PledgePage | undefined {
  const { limit } = question;
  const launch = existing(entry);
  const pledges = launch && heldPledges(launch).page({ ...question, limit: limit + 1 });
  return pledges && { pledges: pledges.slice(0, limit), more: pledges.length > limit };
}
