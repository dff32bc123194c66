import { compareNewestFirst } from '../../core/rules/launch-order.ts';
import type { PositionFacts, PositionsQuestion } from './questions.ts';

/** One page of positions in memory, newest launch first. */
export function pageOfPositions<Position extends Pick<PositionFacts, 'launch'>>(
  all: readonly Position[],
  { after, limit }: Pick<PositionsQuestion, 'after' | 'limit'>,
): { readonly count: number; readonly positions: readonly Position[]; readonly more: boolean } {
  const start = after && { startTs: after.rank, launchId: after.launchId };
  const rest = start ? all.filter(({ launch }) => compareNewestFirst(start, launch) < 0) : all;
  return { count: all.length, positions: rest.slice(0, limit), more: rest.length > limit };
}
