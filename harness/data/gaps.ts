import { BAR_SECONDS, type Bar, malformed } from '../model/bar.ts';
import { timeText } from '../model/time.ts';
import type { Window } from './window.ts';

/** What was done about hours without a bar. */
export interface Gaps {
  readonly filled: number;
  /** Hours of the window before the first bar, such as those before a token first traded, and after the last. */
  readonly late: number;
  readonly early: number;
}

export const NO_GAPS: Gaps = { filled: 0, late: 0, early: 0 };

/** Beyond this share of missing hours, a run says more about the gaps than about the agent. */
const LARGEST_SHARE = 0.5;

/**
 * The bars with every hour between the first and the last: an hour without trades has no bar, so it takes the last
 * close as all of its prices, and no volume. Nothing is added before the first bar or after the last.
 * @throws HARNESS_BARS_MALFORMED if more than half of the hours are missing
 */
export function withoutGaps(
  bars: readonly Bar[],
  { start, end }: Partial<Window> = {},
): { readonly bars: readonly Bar[]; readonly gaps: Gaps } {
  const [first] = bars;
  const last = bars.at(-1);
  if (!first || !last) throw malformed('the window', 'there is no bar in it');
  const whole: Bar[] = [];
  for (const bar of bars) {
    const before = whole.at(-1);
    // Checked before filling, because one bar far away could ask for millions of hours.
    const missing = before ? Math.max(0, (bar.ts - before.ts) / BAR_SECONDS - 1) : 0;
    if (missing > bars.length * 2) throw tooSparse(before as Bar);
    for (let n = 1; n <= missing && before; n += 1)
      whole.push(quietHour(before, before.ts + n * BAR_SECONDS));
    whole.push(bar);
  }
  const filled = whole.length - bars.length;
  if (filled > whole.length * LARGEST_SHARE) throw tooSparse(first);
  const late = hoursBetween(start === undefined ? first.ts : start, first.ts);
  const early = hoursBetween(last.ts + BAR_SECONDS, end ?? 0);
  return { bars: whole, gaps: { filled, late, early } };
}

/** Whole hours, none if `to` is not later. */
const hoursBetween = (from: number, to: number): number =>
  Math.max(0, Math.floor(to / BAR_SECONDS) - Math.ceil(from / BAR_SECONDS));

function quietHour({ close, closeNumber }: Bar, ts: number): Bar {
  const prices = { open: close, high: close, low: close, close };
  const numbers = { highNumber: closeNumber, lowNumber: closeNumber, closeNumber, volumeNumber: 0 };
  return { ts, ...prices, volume: 0n, ...numbers };
}

const tooSparse = ({ ts }: Bar) => malformed(timeText(ts), 'more than half of the hours are missing');
