import type { Position } from '../../core/rules/paper/portfolio.ts';
import type { PointInTimeView } from '../view.ts';

/** A strategy in its two stages. It sees every bar once, in order, and never the executed positions. */
export interface Strategy<Reading = unknown> {
  readonly name: string;
  /** How many bars before the newest it needs. */
  readonly lookback: number;
  /** The reading at the current bar. */
  assess(view: PointInTimeView): Reading;
  /** The position wanted for that reading. */
  plan(reading: Reading): Position;
  /** The market's regime by that reading, null while unknown; omitted by strategies without regimes. */
  regime?(reading: Reading): string | null;
  /** That reading in a few words, for the journal. */
  describe?(reading: Reading): string;
}
