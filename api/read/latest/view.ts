import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { currentLaunch } from '../../../core/rules/launch-order.ts';
import { distributionOf } from '../distribution.ts';
import { isSettled, selectLaunches } from '../lists.ts';
import type { LaunchState, SettledFacts } from '../model.ts';
import type { LaunchDetailFacts, MirrorView, PledgeListQuestion, PledgePage, Stamped } from '../questions.ts';
import { readable, readableOnly } from '../readable.ts';
import type { AccountState } from './earlier-state.ts';
import { type LaunchEntry, openConfig } from './launch-entry.ts';
import { launchFacts, positionsOf } from './positions.ts';
import type { StateAt } from './snapshot.ts';

/**
 * The most pledges that one request may scan in memory: about 10 ms, which blocks all others. ClickHouse answers larger
 * requests at the same stamp.
 */
const LARGEST_SCAN = 100_000;
/** As above, if the amounts are also sorted. */
const LARGEST_SORT = 20_000;

/**
 * Answers from a state in memory, synchronously: use it in the step in which it was taken, since it changes.
 * @param past the same stamp answered from ClickHouse; without it everything is answered from memory
 */
export function latestView(snapshot: StateAt, past?: () => MirrorView): MirrorView {
  return readableOnly(everything(snapshot, past), snapshot.stamp);
}

function everything({ state, stamp }: StateAt, past?: () => MirrorView): MirrorView {
  const stamped = <Facts>(facts: Facts): Stamped<Facts> => ({ stamp, facts });
  const tooMany = (launchId: bigint, most: number): boolean =>
    (state.entry(launchId)?.pledges.count ?? 0) > most;
  return {
    current: () => stamped(factsOf(state, currentLaunch(readable(state.launches, stamp)))),
    launches: (question) => {
      const { launches, ...page } = selectLaunches(readable(state.launches, stamp), question);
      return stamped({ ...page, launches: launches.map((launch) => factsOf(state, launch)) });
    },
    launch: ({ launchId, wallet }) => stamped(detailOf(state, launchId, wallet)),
    details: ({ launchIds, wallet }) =>
      stamped(byId(launchIds, (launchId) => detailOf(state, launchId, wallet))),
    pledges: (question) =>
      past && looksThrough(question) && tooMany(question.launchId, LARGEST_SCAN)
        ? past().pledges(question)
        : stamped(pledgePage(state.entry(question.launchId), question)),
    firstPledgePages: (question) => {
      const { launchIds } = question;
      if (past && looksThrough(question) && launchIds.some((id) => tooMany(id, LARGEST_SCAN))) {
        return past().firstPledgePages(question);
      }
      const page = (launchId: bigint) => pledgePage(state.entry(launchId), { ...question, launchId });
      return stamped(byId(launchIds, (launchId) => page(launchId) ?? NO_PLEDGES));
    },
    distribution: (question) => {
      const { launchId } = question;
      if (past && tooMany(launchId, LARGEST_SORT)) return past().distribution(question);
      const entry = existing(state.entry(launchId));
      return stamped(entry && distributionOf(entry.pledges.sortedAmounts(), question));
    },
    positions: (question) => stamped(positionsOf(state, question)),
  };
}

/** Whether a page may need to scan every pledge of its launch. */
function looksThrough({
  orderBy = 'pledger',
  minAmount = 0n,
}: Pick<PledgeListQuestion, 'orderBy' | 'minAmount'>): boolean {
  return orderBy !== 'pledger' || minAmount > 0n;
}

const NO_PLEDGES: PledgePage = { pledges: [], more: false };

function byId<Facts>(
  launchIds: readonly bigint[],
  factsOfId: (launchId: bigint) => Facts | undefined,
): ReadonlyMap<bigint, Facts> {
  const found = launchIds.map((id): [bigint, Facts | undefined] => [id, factsOfId(id)]);
  return new Map(found.filter((entry): entry is [bigint, Facts] => entry[1] !== undefined));
}

function factsOf(state: AccountState, launch: LaunchState): SettledFacts;
function factsOf(state: AccountState, launch: LaunchState | undefined): SettledFacts | undefined;
function factsOf(state: AccountState, launch: LaunchState | undefined): SettledFacts | undefined {
  const entry = launch && state.entry(launch.launchId);
  return launch && entry && settledFacts(state, launch, entry);
}

function settledFacts(state: AccountState, launch: LaunchState, entry: LaunchEntry): SettledFacts {
  const totals = isSettled(launch) ? entry.totals.of(launch, entry.pledges) : undefined;
  return { ...launchFacts(state, launch, entry), totals };
}

function existing(entry: LaunchEntry | undefined): LaunchEntry | undefined {
  return entry && openConfig(entry) ? entry : undefined;
}

function detailOf(
  state: AccountState,
  launchId: bigint,
  wallet: string | undefined,
): LaunchDetailFacts | undefined {
  const entry = state.entry(launchId);
  const launch = entry && openConfig(entry);
  if (!entry || !launch) return undefined;
  const pledge = wallet === undefined ? undefined : entry.pledges.find(pubkeyBytes(wallet));
  return { ...settledFacts(state, launch, entry), pledge };
}

function pledgePage(entry: LaunchEntry | undefined, question: PledgeListQuestion): PledgePage | undefined {
  const { limit } = question;
  const pledges = existing(entry)?.pledges.page({ ...question, limit: limit + 1 });
  return pledges && { pledges: pledges.slice(0, limit), more: pledges.length > limit };
}
