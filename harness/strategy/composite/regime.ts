import type { Regime, RuleFile } from '../../../schemas/harness/rules.ts';
import type { Readings } from './readings.ts';

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
