import fc from 'fast-check';
import { ADX, ATR, SMA } from 'technicalindicators';
import { describe, expect, test } from 'vitest';
import { readFixture } from '../../../harness/data/inputs.ts';
import { type Indicator, movingAverage, slope } from '../../../harness/indicators/moving-average.ts';
import { OrderTree, percentileRank } from '../../../harness/indicators/order-tree.ts';
import { averageDirectionalIndex, averageTrueRange } from '../../../harness/indicators/wilder.ts';

const { bars } = readFixture();
const close = bars.map(({ closeNumber }) => closeNumber);
const high = bars.map(({ highNumber }) => highNumber);
const low = bars.map(({ lowNumber }) => lowNumber);
const volume = bars.map(({ volumeNumber }) => volumeNumber);
const ranges = bars.map((bar) => ({ high: bar.highNumber, low: bar.lowNumber, close: bar.closeNumber }));

/** The values that there are; how many bars came before the first is part of what is compared. */
function valuesOf<Value>(indicator: Indicator<Value>, values: readonly Value[]): number[] {
  return values.map((value) => indicator(value)).filter((value) => value !== undefined);
}

function expectClose(ours: readonly number[], theirs: readonly number[]): void {
  expect(ours.length).toBe(theirs.length);
  const worst = Math.max(
    0,
    ...ours.map((value, i) => Math.abs(value - (theirs[i] ?? Number.NaN)) / Math.max(1, Math.abs(value))),
  );
  expect(worst).toBeLessThan(1e-12);
}

describe('an indicator is that of technicalindicators to 1e-12, from the same bar on', () => {
  test.each([1, 2, 8, 24, 200])('the moving average of %i closes', (period) => {
    expectClose(valuesOf(movingAverage(period), close), SMA.calculate({ period, values: close }));
  });

  test('the moving average of volume', () => {
    expectClose(valuesOf(movingAverage(24), volume), SMA.calculate({ period: 24, values: volume }));
  });

  test('the slope of a moving average', () => {
    const average = SMA.calculate({ period: 24, values: close });
    const theirs = average.slice(6).map((value, i) => (value - (average[i] ?? 0)) / ((average[i] ?? 0) * 6));
    const rising = slope(6);
    const averaged = movingAverage(24);
    const ours = (value: number) => {
      const at = averaged(value);
      return at === undefined ? undefined : rising(at);
    };
    expectClose(valuesOf(ours, close), theirs);
  });

  test.each([2, 14, 50])('ATR(%i)', (period) => {
    expectClose(valuesOf(averageTrueRange(period), ranges), ATR.calculate({ period, high, low, close }));
  });

  test.each([2, 14, 50])('ADX(%i)', (period) => {
    const theirs = ADX.calculate({ period, high, low, close }).map(({ adx }) => adx);
    expectClose(valuesOf(averageDirectionalIndex(period), ranges), theirs);
  });
});

test('ATR and ADX are those of technicalindicators where movements tie, stand still and jump over gaps too', () => {
  const bar = fc.tuple(fc.integer({ min: 5, max: 9 }), fc.integer({ min: 0, max: 3 }), fc.nat({ max: 3 }));
  fc.assert(
    fc.property(fc.array(bar, { minLength: 12, maxLength: 60 }), (given) => {
      const bars = given.map(([low, height, close]) => {
        return { high: low + height, low, close: low + Math.min(height, close) };
      });
      const columns = {
        high: bars.map(({ high }) => high),
        low: bars.map(({ low }) => low),
        close: bars.map(({ close }) => close),
        period: 5,
      };
      expectClose(valuesOf(averageTrueRange(5), bars), ATR.calculate(columns));
      const theirs = ADX.calculate(columns).map(({ adx }) => adx);
      // Where nothing moves in either direction the library divides nothing by nothing; from there on it has no number.
      const known = theirs.findIndex((value) => !Number.isFinite(value));
      const length = known < 0 ? theirs.length : known;
      const ours = valuesOf(averageDirectionalIndex(5), bars);
      expectClose(ours.slice(0, length), theirs.slice(0, length));
    }),
  );
});

test('the percentile of ATR is what counting gives', () => {
  const values = ATR.calculate({ period: 14, high, low, close });
  const counted = values
    .slice(99)
    .map((value, i) => values.slice(i, i + 100).filter((each) => each <= value).length / 100);
  expect(valuesOf(percentileRank(100), values)).toEqual(counted);
});

test('the percentile is what counting gives for values of chance, equal ones among them, and any period', () => {
  const values = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 300 });
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 60 }), (values, period) => {
      const counted = values.slice(period - 1).map((newest, i) => {
        return values.slice(i, i + period).filter((each) => each <= newest).length / period;
      });
      expect(valuesOf(percentileRank(period), values)).toEqual(counted);
    }),
  );
});

test.each([
  ['rise', (i: number) => i],
  ['fall', (i: number) => -i],
  ['stand still', () => 7],
  ['come from everywhere', (i: number) => Math.imul(i, 2_654_435_761)],
])('finding the place of a value takes few steps among a thousand that %s', (_, valueAt) => {
  const tree = new OrderTree(1_000);
  for (let i = 0; i < 1_000; i += 1) tree.insert(i + 1, valueAt(i));
  // A tree of so many that is quite even is 10 deep, one of chance some 22, a list 1,000.
  expect(tree.depth).toBeLessThan(40);
});

test('the percentile counts equal values as not above', () => {
  expect(valuesOf(percentileRank(3), [1, 1, 1, 2, 0, 0])).toEqual([1, 1, 1 / 3, 2 / 3]);
});

test('a moving average does not drift on a long run', () => {
  const average = movingAverage(10);
  let last: number | undefined;
  for (let i = 0; i < 1_000_000; i += 1) last = average(i % 2 === 0 ? 1e9 + 0.1 : 1e-3);
  for (let i = 0; i < 20; i += 1) last = average(0.3);
  expect(Math.abs((last ?? 0) - 0.3)).toBeLessThan(1e-15);
});

test('where nothing moves there is no trend', () => {
  const index = averageDirectionalIndex(3);
  const still = Array.from({ length: 20 }, () => ({ high: 1, low: 1, close: 1 }));
  expect(valuesOf(index, still).every((value) => value === 0)).toBe(true);
});
