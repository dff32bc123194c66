import type { PointInTimeView } from '../view.ts';
import type { Strategy } from './strategy.ts';

/** Whether the fast average is above the slow one; undefined before there are bars for both. */
type Crossover = boolean | undefined;

/**
 * Long while SMA(fast) is above SMA(slow). The sums are exact and compared without a division, so equal averages compare
 * as equal, whatever the run that led there.
 */
export function smaCrossover({
  fast,
  slow,
}: {
  readonly fast: number;
  readonly slow: number;
}): Strategy<Crossover> {
  const fastSum = movingSum(fast);
  const slowSum = movingSum(slow);
  return {
    name: 'sma',
    lookback: Math.max(fast, slow),
    assess: (view) => {
      const fastTotal = fastSum(view) * BigInt(slow);
      const slowTotal = slowSum(view) * BigInt(fast);
      return view.end + 1 < slow ? undefined : fastTotal > slowTotal;
    },
    plan: (isAbove) => (isAbove === true ? 'long' : 'flat'),
    describe: (isAbove) => {
      if (isAbove === undefined) return 'too few bars';
      return isAbove ? 'fast average above slow' : 'fast average not above slow';
    },
  };
}

function movingSum(length: number): (view: PointInTimeView) => bigint {
  let sum = 0n;
  return (view) => {
    sum += view.at(view.end).close;
    if (view.end >= length) sum -= view.at(view.end - length).close;
    return sum;
  };
}
