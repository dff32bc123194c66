/** Takes one value per bar and returns the indicator at that bar, undefined before it has enough values. */
export type Indicator<Value = number> = (value: Value) => number | undefined;

/**
 * The mean of the newest `period` values, in constant time per bar. A second sum is built next to the first and replaces
 * it every `period` values, so that rounding errors do not accumulate.
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

/** The value from `distance` values ago. */
function delayed(distance: number): Indicator {
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

/** Change of a series per bar, over `bars` bars, relative to its earlier value. */
export function slope(bars: number): Indicator {
  const before = delayed(bars);
  return (value) => {
    const was = before(value);
    return was === undefined || was === 0 ? undefined : (value - was) / (was * bars);
  };
}
