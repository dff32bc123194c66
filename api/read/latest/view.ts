import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { currentLaunch } from '../../../core/rules/launch-order.ts';
import { selectLaunches } from '../launch-list.ts';
import type { LaunchFacts, LaunchState } from '../model.ts';
import type { LaunchDetailFacts, MirrorView, PledgePage, Stamped } from '../questions.ts';
import { isSettled } from '../settled.ts';
import { balance, type LaunchEntry, openConfig } from './launch-entry.ts';
import type { LatestSnapshot } from './snapshot.ts';
import type { LatestState } from './state.ts';

/** Answers from the newest state, at once: ask in the step in which the snapshot was taken, since it moves on. */
export function latestView({ state, stamp }: LatestSnapshot): MirrorView {
  const stamped = <Facts>(facts: Facts): Stamped<Facts> => ({ stamp, facts });
  return {
    current: () => stamped(factsOf(state, currentLaunch(state.launches))),
    launches: (question) => {
      const { launches, ...page } = selectLaunches(state.launches, question);
      return stamped({ ...page, launches: launches.map((launch) => factsOf(state, launch)) });
    },
    launch: ({ launchId, wallet }) => stamped(detailOf(state.entry(launchId), wallet)),
    pledges: ({ launchId, after, limit }) =>
      stamped(pledgePage(state.entry(launchId), limit, after && pubkeyBytes(after))),
  };
}

function factsOf(state: LatestState, launch: LaunchState): LaunchFacts;
function factsOf(state: LatestState, launch: LaunchState | undefined): LaunchFacts | undefined;
function factsOf(state: LatestState, launch: LaunchState | undefined): LaunchFacts | undefined {
  const entry = launch && state.entry(launch.launchId);
  return launch && entry && withBalances(launch, entry);
}

function withBalances(launch: LaunchState, entry: LaunchEntry): LaunchFacts {
  return { launch, escrowBalance: balance(entry, 'escrow'), vaultBalance: balance(entry, 'vault') };
}

function detailOf(entry: LaunchEntry | undefined, wallet: string | undefined): LaunchDetailFacts | undefined {
  const launch = entry && openConfig(entry);
  if (!entry || !launch) return undefined;
  return {
    ...withBalances(launch, entry),
    totals: isSettled(launch) ? entry.totals.of(launch, entry.pledges) : undefined,
    pledge: wallet === undefined ? undefined : entry.pledges.find(pubkeyBytes(wallet)),
  };
}

function pledgePage(
  entry: LaunchEntry | undefined,
  limit: number,
  after: Uint8Array | undefined,
): PledgePage | undefined {
  if (!entry || !openConfig(entry)) return undefined;
  const pledges = entry.pledges.page(limit + 1, after);
  return { pledges: pledges.slice(0, limit), more: pledges.length > limit };
}
