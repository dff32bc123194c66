/** Takes one value a bar and gives the indicator at that bar, undefined before it has enough of them. */
export type Indicator<Value = number> = (value: Value) => number | undefined;

/**
 * The mean of the newest `period` values, with the same work at every bar whatever the period. A second sum is gathered
 * beside the first and takes its place once in `period` values, so that no roundings of a long run stay in it.
 */
export function movingAverage(period: number): Indicator {
  const ring = new Float64Array(period);
  let sum = 0;
  let gathered = 0;
  let seen = 0;
  return (value) => {
    const at = seen % period;
    sum += value - (ring[at] ?? 0);
    gathered += value;
    ring[at] = value;
    seen += 1;
    if (at === period - 1) [sum, gathered] = [gathered, 0];
    return seen < period ? undefined : sum / period;
  };
}

/** The value that was given `distance` values before. */
export function delayed(distance: number): Indicator {
  const ring = new Float64Array(distance);
  let seen = 0;
  return (value) => {
    const at = seen % distance;
    const before = seen < distance ? undefined : ring[at];
    ring[at] = value;
    seen += 1;
    return before;
  };
}

/** Change of a series a bar, over `bars` bars, as a share of what it was. */
export function slope(bars: number): Indicator {
  const before = delayed(bars);
  return (value) => {
    const was = before(value);
    return was === undefined || was === 0 ? undefined : (value - was) / (was * bars);
  };
}
