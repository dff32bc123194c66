import type { Position } from '../../core/rules/paper/position.ts';
import type { PointInTimeView } from '../view.ts';

/** A strategy in its two stages. It sees every bar once, in order, and never what was executed. */
export interface Strategy<Reading = unknown> {
  readonly name: string;
  /** How many bars before the newest it looks at. */
  readonly lookback: number;
  /** What the bars up to now say. */
  assess(view: PointInTimeView): Reading;
  /** What is wanted for that reading. */
  plan(reading: Reading): Position;
  /** The market's regime by that reading, null while it is not known; left out by strategies that know none. */
  regime?(reading: Reading): string | null;
}
