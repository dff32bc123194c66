import { LaunchlensError } from '../core/kernel/errors/error.ts';
import type { Bar } from './model/bar.ts';

/** What a stage may see at step i: bars up to i, and as many past ones as its strategy needs. */
export interface PointInTimeView {
  /** Number of the newest bar, i. */
  readonly end: number;
  /** @throws HARNESS_LOOK_AHEAD beyond the end, HARNESS_BAR_GONE before what is kept */
  at(index: number): Bar;
}

/** Bars enter one by one, and only entered bars can be seen: the future is not merely hidden, it does not exist yet. */
export function createHistory(lookback: number) {
  const kept: Bar[] = [];
  const capacity = lookback + 1;
  let end = -1;
  const at = (index: number): Bar => {
    if (index > end) throw new LaunchlensError('HARNESS_LOOK_AHEAD', { asked: index, end });
    const first = Math.max(0, end - lookback);
    const bar = index < first ? undefined : kept[index % capacity];
    if (bar === undefined) throw new LaunchlensError('HARNESS_BAR_GONE', { asked: index, first });
    return bar;
  };
  const view: PointInTimeView = {
    get end() {
      return end;
    },
    at,
  };
  return {
    view,
    append: (bar: Bar) => {
      end += 1;
      kept[end % capacity] = bar;
    },
  };
}
