import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { currentLaunch } from '../../../core/rules/launch-order.ts';
import { distributionOf } from '../distribution.ts';
import { isSettled, selectLaunches } from '../lists.ts';
import type { LaunchState } from '../model.ts';
import type { MirrorView, PledgeListQuestion, PledgePage, Stamped } from '../questions.ts';
import { readable, readableOnly } from '../readable.ts';
import { detailOf, existing, factsOf, heldPledges, pledgePage } from './facts.ts';
import { type LaunchEntry, openConfig } from './launch-entry.ts';
import { positionsOf } from './positions.ts';
import type { StateAt } from './snapshot.ts';

/**
 * The most pledges that one request may scan in memory: about 10 ms, which blocks all others. ClickHouse answers larger
 * requests at the same stamp.
 */
const LARGEST_SCAN = 100_000;
/** As above, if the amounts are also sorted. */
const LARGEST_SORT = 20_000;

/**
 * The same stamp answered from ClickHouse.
 * @param cold the launches whose pledges are needed in memory; undefined if they are there, but too many to scan
 */
export type Past = (cold?: readonly bigint[]) => MirrorView;

/**
 * Answers from a state in memory, synchronously: use it in the step in which it was taken, since it changes.
 * @param past answers what memory cannot; without it every launch must have its pledges in memory
 */
export function latestView(snapshot: StateAt, past?: Past): MirrorView {
  return readableOnly(everything(snapshot, past), snapshot.stamp);
}

function everything({ state, stamp }: StateAt, past?: Past): MirrorView {
  const stamped = <Facts>(facts: Facts): Stamped<Facts> => ({ stamp, facts });
  const tooMany = (launchId: bigint, most: number): boolean =>
    (state.entry(launchId)?.pledges?.count ?? 0) > most;
  const elsewhere = (cold: readonly bigint[]): MirrorView => {
    if (past) return past(cold);
    throw new LaunchlensError('MIRROR_NOT_READY', { reason: `launches ${cold} are not in memory` });
  };
  const coldOnes = (launchIds: readonly bigint[], isNeeded: IsNeeded = isAlways): bigint[] =>
    launchIds.filter((launchId) => isCold(state.ask(launchId), isNeeded));
  const settled = (launches: readonly LaunchState[]): bigint[] =>
    launches.filter(isSettled).map(({ launchId }) => launchId);
  return {
    current: () => {
      const launch = currentLaunch(readable(state.launches, stamp));
      const cold = coldOnes(launch ? settled([launch]) : []);
      return cold.length > 0 ? elsewhere(cold).current() : stamped(factsOf(state, launch));
    },
    launches: (question) => {
      const { launches, ...page } = selectLaunches(readable(state.launches, stamp), question);
      const cold = coldOnes(settled(launches));
      if (cold.length > 0) return elsewhere(cold).launches(question);
      return stamped({ ...page, launches: launches.map((launch) => factsOf(state, launch)) });
    },
    launch: (question) => {
      const { launchId, wallet } = question;
      const cold = coldOnes([launchId], wallet === undefined ? isSettled : isAlways);
      return cold.length > 0 ? elsewhere(cold).launch(question) : stamped(detailOf(state, launchId, wallet));
    },
    details: (question) => {
      const { launchIds, wallet } = question;
      const cold = coldOnes(launchIds, wallet === undefined ? isSettled : isAlways);
      if (cold.length > 0) return elsewhere(cold).details(question);
      return stamped(byId(launchIds, (launchId) => detailOf(state, launchId, wallet)));
    },
    pledges: (question) => {
      const { launchId } = question;
      const cold = coldOnes([launchId]);
      if (cold.length > 0) return elsewhere(cold).pledges(question);
      if (past && looksThrough(question) && tooMany(launchId, LARGEST_SCAN)) return past().pledges(question);
      return stamped(pledgePage(state.entry(launchId), question));
    },
    firstPledgePages: (question) => {
      const { launchIds } = question;
      const cold = coldOnes(launchIds);
      if (cold.length > 0) return elsewhere(cold).firstPledgePages(question);
      if (past && looksThrough(question) && launchIds.some((id) => tooMany(id, LARGEST_SCAN))) {
        return past().firstPledgePages(question);
      }
      const page = (launchId: bigint) => pledgePage(state.entry(launchId), { ...question, launchId });
      return stamped(byId(launchIds, (launchId) => page(launchId) ?? NO_PLEDGES));
    },
    distribution: (question) => {
      const { launchId } = question;
      const cold = coldOnes([launchId]);
      if (cold.length > 0) return elsewhere(cold).distribution(question);
      if (past && tooMany(launchId, LARGEST_SORT)) return past().distribution(question);
      const entry = existing(state.entry(launchId));
      return stamped(entry && distributionOf(heldPledges(entry).sortedAmounts(), question));
    },
    positions: (question) => {
      const page = positionsOf(state, question);
      // All launches are asked for, so none of them in particular.
      return page ? stamped(page) : elsewhere([]).positions(question);
    },
  };
}
/** Whether the answer about an existing launch takes its pledges. */
type IsNeeded = (launch: LaunchState) => boolean;

const isAlways: IsNeeded = () => true;

/** Whether an existing launch lacks the pledges that a question needs. */
function isCold(entry: LaunchEntry | undefined, isNeeded: IsNeeded): boolean {
  if (!entry || entry.pledges) return false;
  const launch = openConfig(entry);
  return launch !== undefined && isNeeded(launch);
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
