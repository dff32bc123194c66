import type { Indicator } from './moving-average.ts';

/** The share of the newest `period` values, the newest among them, that are not above it: from 1/period to 1. */
export function percentileRank(period: number): Indicator {
  const ring = new Float64Array(period);
  const sorted = new Float64Array(period);
  let seen = 0;
  return (value) => {
    const at = seen % period;
    let size = Math.min(seen, period);
    if (size === period) {
      const gone = countUpTo(sorted, size, ring[at] ?? 0) - 1;
      sorted.copyWithin(gone, gone + 1, size);
      size -= 1;
    }
    const place = countUpTo(sorted, size, value);
    sorted.copyWithin(place + 1, place, size);
    sorted[place] = value;
    ring[at] = value;
    seen += 1;
    return seen < period ? undefined : (place + 1) / period;
  };
}

/** How many of the first `size` values in order are at most `value`, by halving. */
function countUpTo(sorted: Float64Array, size: number, value: number): number {
  let [low, high] = [0, size];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
