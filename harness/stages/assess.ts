import type { Strategy } from '../strategy/strategy.ts';
import type { PointInTimeView } from '../view.ts';

export interface Assessment<Reading> {
  readonly reading: Reading;
  /** Undefined for strategies that know no regimes. */
  readonly regime: string | null | undefined;
}

/** What the bars up to now say, by the indicators of the strategy. */
export function assess<Reading>(strategy: Strategy<Reading>, view: PointInTimeView): Assessment<Reading> {
  const reading = strategy.assess(view);
  return { reading, regime: strategy.regime?.(reading) };
}
