import { compareNewestFirst, type OrderedLaunch } from '../../core/rules/newest-first.ts';
import { settlementOutcome } from '../../core/rules/phase.ts';
import type { LaunchOrder, PledgeOrder } from '../../schemas/rest/orders.ts';
import type { LaunchState, PledgeState } from './model.ts';
import type {
  LaunchListQuestion,
  LaunchPosition,
  PledgePosition,
  PositionFacts,
  PositionsQuestion,
} from './questions.ts';

export interface LaunchSelection {
  readonly count: number;
  readonly launches: readonly LaunchState[];
  readonly more: boolean;
}

type Ranked = OrderedLaunch & Pick<LaunchState, 'totalPledged' | 'endTs'>;

/** The value that orders a launch in a listing. */
function launchRank(orderBy: LaunchOrder, launch: Ranked): bigint {
  if (orderBy === 'total_pledged_desc') return launch.totalPledged;
  return orderBy === 'end_ts_asc' ? launch.endTs : launch.startTs;
}

/** The position of a launch in a listing. */
export function launchPosition(orderBy: LaunchOrder, launch: Ranked): LaunchPosition {
  return { rank: launchRank(orderBy, launch), launchId: launch.launchId };
}

/** The requested page, of launches that are newest first. */
export function selectLaunches(
  newestFirst: readonly LaunchState[],
  { status, orderBy = 'newest', after, limit }: LaunchListQuestion,
): LaunchSelection {
  const matching =
    status === undefined ? newestFirst : newestFirst.filter((launch) => launch.status === status);
  const ordered = orderBy === 'newest' ? matching : sorted(matching, orderBy);
  const rest =
    after === undefined
      ? ordered
      : ordered.filter((launch) => comparePositions(orderBy, after, launchPosition(orderBy, launch)) < 0);
  return { count: matching.length, launches: rest.slice(0, limit), more: rest.length > limit };
}

function sorted(launches: readonly LaunchState[], orderBy: LaunchOrder): LaunchState[] {
  const positions = launches.map((launch) => ({ launch, position: launchPosition(orderBy, launch) }));
  return positions
    .sort((a, b) => comparePositions(orderBy, a.position, b.position))
    .map(({ launch }) => launch);
}

function comparePositions(orderBy: LaunchOrder, a: LaunchPosition, b: LaunchPosition): number {
  const descending = compareNewestFirst(
    { startTs: a.rank, launchId: a.launchId },
    { startTs: b.rank, launchId: b.launchId },
  );
  return orderBy === 'end_ts_asc' ? -descending : descending;
}

/** The value that orders a pledge, greatest first; 0 if only the key orders. */
export function pledgeRank(
  orderBy: PledgeOrder,
  pledge: Pick<PledgeState, 'amount' | 'pledgedTs' | 'updatedSlot'>,
): bigint {
  if (orderBy === 'amount_desc') return pledge.amount;
  if (orderBy === 'pledged_ts_desc') return pledge.pledgedTs;
  return orderBy === 'updated_slot_desc' ? pledge.updatedSlot : 0n;
}

/** The position of a pledge in a listing. */
export function pledgePosition(orderBy: PledgeOrder, pledge: PledgeState): PledgePosition {
  return { rank: pledgeRank(orderBy, pledge), pledger: pledge.pledger };
}

/** One page of positions in memory, newest launch first. */
export function pageOfPositions<Position extends Pick<PositionFacts, 'launch'>>(
  all: readonly Position[],
  { after, limit }: Pick<PositionsQuestion, 'after' | 'limit'>,
): { readonly count: number; readonly positions: readonly Position[]; readonly more: boolean } {
  const start = after && { startTs: after.rank, launchId: after.launchId };
  const rest = start ? all.filter(({ launch }) => compareNewestFirst(start, launch) < 0) : all;
  return { count: all.length, positions: rest.slice(0, limit), more: rest.length > limit };
}

/** Whether this launch's answer has a settlement, and so needs the sums over its pledges. */
export function isSettled(launch: LaunchState): boolean {
  return settlementOutcome(launch.status) !== undefined;
}
