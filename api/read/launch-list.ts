import { compareNewestFirst, type OrderedLaunch } from '../../core/rules/launch-order.ts';
import type { LaunchOrder } from '../../schemas/rest/orders.ts';
import type { LaunchState } from './model.ts';
import type { LaunchListQuestion, LaunchPosition } from './questions.ts';

export interface LaunchSelection {
  readonly count: number;
  readonly launches: readonly LaunchState[];
  readonly more: boolean;
}

type Ranked = OrderedLaunch & Pick<LaunchState, 'totalPledged' | 'endTs'>;

/** The value that orders a launch in a listing. */
export function launchRank(orderBy: LaunchOrder, launch: Ranked): bigint {
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
