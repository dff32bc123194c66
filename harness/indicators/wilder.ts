import type { Indicator } from './moving-average.ts';

/** The input of the movement indicators. */
export interface Range {
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** Wilder's smoothing: the mean of the first `period` values, then a step of 1/period towards each new one. */
function wilderAverage(period: number): Indicator {
  let sum = 0;
  let seen = 0;
  let average = 0;
  return (value) => {
    seen += 1;
    if (seen <= period) {
      sum += value;
      average = sum / period;
    } else average += (value - average) / period;
    return seen < period ? undefined : average;
  };
}

/** Wilder's average true range; it needs one bar before the first that counts. */
export function averageTrueRange(period: number): Indicator<Range> {
  const smoothed = wilderAverage(period);
  let before: Range | undefined;
  return (range) => {
    const value = before && smoothed(trueRange(range, before));
    before = range;
    return value;
  };
}

/** Wilder's average directional index, 0 to 100: how strong a trend is, in any direction. */
export function averageDirectionalIndex(period: number): Indicator<Range> {
  const ranges = wilderAverage(period);
  const ups = wilderAverage(period);
  const downs = wilderAverage(period);
  const smoothed = wilderAverage(period);
  let before: Range | undefined;
  const next = (range: Range, last: Range): number | undefined => {
    const up = range.high - last.high;
    const down = last.low - range.low;
    const trueRanges = ranges(trueRange(range, last));
    const upward = ups(up > down && up > 0 ? up : 0);
    const downward = downs(down > up && down > 0 ? down : 0);
    if (trueRanges === undefined || upward === undefined || downward === undefined) return undefined;
    return smoothed(directionalIndex(upward, downward));
  };
  return (range) => {
    const value = before && next(range, before);
    before = range;
    return value;
  };
}

/** Both movements are divided by the same true range, which cancels out. Without movement there is no trend. */
function directionalIndex(upward: number, downward: number): number {
  const sum = upward + downward;
  return sum === 0 ? 0 : (Math.abs(upward - downward) / sum) * 100;
}

function trueRange({ high, low }: Range, { close }: Range): number {
  return Math.max(high - low, Math.abs(high - close), Math.abs(low - close));
}
