import { describe, expect, test } from 'vitest';
import { type Readings, regimeOf } from '../../../harness/strategy/composite/readings.ts';
import { compileRule } from '../../../harness/strategy/composite/strategy.ts';
import type { Regime, Rule } from '../../../schemas/harness/rules.ts';

const NOTHING: Readings = {
  close: undefined,
  sma_fast: undefined,
  sma_slow: undefined,
  sma_slope: undefined,
  adx: undefined,
  atr: undefined,
  atr_percentile: undefined,
  volume: undefined,
  volume_ratio: undefined,
};

const over = (rule: Rule, closes: readonly (number | undefined)[], regime: Regime | null = null) => {
  const evaluate = compileRule(rule);
  return closes.map((close) => evaluate({ ...NOTHING, close }, regime));
};

const above = (limit: number): Rule => ({ compare: ['close', '>', limit] });
const unknown: Rule = { compare: ['adx', '>', 1] };

describe('a rule', () => {
  test('that compares knows nothing before its indicator does', () => {
    expect(over(above(2), [undefined, 1, 2, 3])).toEqual([undefined, false, false, true]);
    expect(over({ compare: [2, '<=', 'close'] }, [1, 2])).toEqual([false, true]);
    expect(over({ compare: ['close', '==', 2] }, [1, 2])).toEqual([false, true]);
  });

  test('that is not, is unknown where what it turns round is', () => {
    expect(over({ not: above(2) }, [undefined, 1, 3])).toEqual([undefined, true, false]);
  });

  test('of all parts is false by one, and unknown by one where none is false', () => {
    expect(over({ all: [above(1), above(2)] }, [1, 2, 3])).toEqual([false, false, true]);
    expect(over({ all: [unknown, above(2)] }, [1, 3])).toEqual([false, undefined]);
  });

  test('of any part is true by one, and unknown by one where none is true', () => {
    expect(over({ any: [above(1), above(2)] }, [1, 2, 3])).toEqual([false, true, true]);
    expect(over({ any: [unknown, above(2)] }, [1, 3])).toEqual([undefined, true]);
  });

  test('of a crossing holds at its one bar, and after a touch too', () => {
    const crosses: Rule = { crosses: ['close', 'above', 2] };
    expect(over(crosses, [1, 3, 3, 2, 3, 1])).toEqual([undefined, true, false, false, true, false]);
    expect(over({ crosses: ['close', 'below', 2] }, [3, 1, 1, 2, 1])).toEqual([
      undefined,
      true,
      false,
      false,
      true,
    ]);
  });

  test('of a crossing misses no bar while another part decides alone', () => {
    const rule: Rule = { all: [above(2.5), { crosses: ['close', 'above', 2] }] };
    expect(over(rule, [1, 2.2, 3])).toEqual([false, false, false]);
  });

  test('with hysteresis stays on between its limits only after it was on', () => {
    const rule: Rule = { hysteresis: { value: 'close', on: 25, off: 20 } };
    expect(over(rule, [22, 25, 22, 20, 19, 22])).toEqual([false, true, true, true, false, false]);
    const falling: Rule = { hysteresis: { value: 'close', on: 20, off: 25 } };
    expect(over(falling, [22, 20, 24, 25, 26, 22])).toEqual([false, true, true, true, false, false]);
  });

  test('goes on after a bar without a value: hysteresis as it stood, a crossing from what it sees next', () => {
    const rule: Rule = { hysteresis: { value: 'close', on: 25, off: 20 } };
    expect(over(rule, [25, undefined, 22, 19, undefined, 22])).toEqual([
      true,
      undefined,
      true,
      false,
      undefined,
      false,
    ]);
    const crosses: Rule = { crosses: ['close', 'above', 2] };
    expect(over(crosses, [1, undefined, 3, 1, 3])).toEqual([undefined, undefined, undefined, false, true]);
  });

  test('of regimes is unknown while the regime is', () => {
    expect(over({ regime: ['thin', 'ranging'] }, [1])).toEqual([undefined]);
    expect(over({ regime: ['thin', 'ranging'] }, [1], 'ranging')).toEqual([true]);
    expect(over({ regime: ['thin', 'ranging'] }, [1], 'turbulent')).toEqual([false]);
  });
});

describe('the regime', () => {
  const limits = { turbulent_atr_percentile: 0.95, thin_volume_ratio: 0.5, trend_adx: 22 };
  const readings = { ...NOTHING, atr_percentile: 0.5, volume_ratio: 1, adx: 30, sma_slope: 0.001 };

  test.each([
    [{}, 'trending_up'],
    [{ sma_slope: -0.001 }, 'trending_down'],
    [{ sma_slope: 0 }, 'ranging'],
    [{ adx: 21.9 }, 'ranging'],
    [{ volume_ratio: 0.49 }, 'thin'],
    [{ volume_ratio: 0.49, atr_percentile: 0.95 }, 'turbulent'],
    [{ adx: undefined }, null],
    [{ atr_percentile: undefined }, null],
    [{ volume_ratio: undefined }, null],
    [{ sma_slope: undefined }, null],
  ])('with %j is %s', (change, regime) => {
    expect(regimeOf({ ...readings, ...change }, limits)).toBe(regime);
  });
});
