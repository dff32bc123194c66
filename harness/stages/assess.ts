import type { Strategy } from '../strategy/strategy.ts';
import type { PointInTimeView } from '../view.ts';

export interface Assessment<Reading> {
  readonly reading: Reading;
  /** Undefined for strategies without regimes. */
  readonly regime: string | null | undefined;
}

/** The indicators of the strategy, up to the current bar. */
export function assess<Reading>(strategy: Strategy<Reading>, view: PointInTimeView): Assessment<Reading> {
  const reading = strategy.assess(view);
  return { reading, regime: strategy.regime?.(reading) };
}
