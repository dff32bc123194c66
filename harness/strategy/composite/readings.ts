import type { Indicator as IndicatorName, Regime, RuleFile } from '../../../schemas/harness/rules.ts';
import { movingAverage, slope } from '../../indicators/moving-average.ts';
import { percentileRank } from '../../indicators/order-tree.ts';
import { averageDirectionalIndex, averageTrueRange } from '../../indicators/wilder.ts';
import type { Bar } from '../../model/bar.ts';

/** Every indicator at one bar; undefined while there are too few bars for it. */
export type Readings = Readonly<Record<IndicatorName, number | undefined>>;

/** All indicators of a rule file, updated by one bar in time independent of the number of bars. */
export function createReadings({ indicators }: RuleFile): (bar: Bar) => Readings {
  const fast = movingAverage(indicators.sma_fast);
  const slow = movingAverage(indicators.sma_slow);
  const slowSlope = slope(indicators.slope_bars);
  const index = averageDirectionalIndex(indicators.adx);
  const range = averageTrueRange(indicators.atr);
  const rank = percentileRank(indicators.atr_percentile);
  const usualVolume = movingAverage(indicators.volume);
  return ({ highNumber: high, lowNumber: low, closeNumber: close, volumeNumber: volume }) => {
    const movement = { high, low, close };
    const sma_slow = slow(close);
    const atr = range(movement);
    const usual = usualVolume(volume);
    return {
      close,
      sma_fast: fast(close),
      sma_slow,
      sma_slope: sma_slow === undefined ? undefined : slowSlope(sma_slow),
      adx: index(movement),
      atr,
      atr_percentile: atr === undefined ? undefined : rank(atr),
      volume,
      volume_ratio: usual === undefined || usual === 0 ? undefined : volume / usual,
    };
  };
}

/** The regime of the market; null until every indicator that it needs has a value. The first match counts. */
export function regimeOf(
  { atr_percentile, volume_ratio, adx, sma_slope }: Readings,
  limits: RuleFile['regime'],
): Regime | null {
  if (
    atr_percentile === undefined ||
    volume_ratio === undefined ||
    adx === undefined ||
    sma_slope === undefined
  ) {
    return null;
  }
  if (atr_percentile >= limits.turbulent_atr_percentile) return 'turbulent';
  if (volume_ratio < limits.thin_volume_ratio) return 'thin';
  if (adx < limits.trend_adx || sma_slope === 0) return 'ranging';
  return sma_slope > 0 ? 'trending_up' : 'trending_down';
}
