import { compareNewestFirst } from '../../core/rules/launch-order.ts';
import type { LaunchState } from './model.ts';
import type { LaunchListQuestion } from './questions.ts';

export interface LaunchSelection {
  readonly count: number;
  readonly launches: readonly LaunchState[];
  readonly more: boolean;
}

/** The page that a question asks for, of launches that are already newest first. */
export function selectLaunches(
  newestFirst: readonly LaunchState[],
  { status, after, limit }: LaunchListQuestion,
): LaunchSelection {
  const matching =
    status === undefined ? newestFirst : newestFirst.filter((launch) => launch.status === status);
  const rest =
    after === undefined ? matching : matching.filter((launch) => compareNewestFirst(after, launch) < 0);
  return { count: matching.length, launches: rest.slice(0, limit), more: rest.length > limit };
}
