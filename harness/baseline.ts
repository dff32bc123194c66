import type { ReportTail, ReportWindow } from '../schemas/harness/report.ts';
import type { Bar } from './model/bar.ts';
import { moneyText } from './model/decimal.ts';
import { addTo, createTotals, totalCosts } from './report/totals.ts';
import { runAgent } from './run.ts';
import { type Setup, strategyOf } from './setup.ts';
import type { Strategy } from './strategy/strategy.ts';

/** Parts of the bars that are run for themselves, and the fewest bars of each. */
const WINDOWS = 4;
const FEWEST_BARS = 48;

const HOLD: Strategy = { name: 'hold', lookback: 0, assess: () => undefined, plan: () => 'long' };

/** What buying at the first close and holding would have given, with the same fees. */
export function baselineOf(
  { parameters, charged }: Setup,
  bars: readonly Bar[],
): NonNullable<ReportTail['baseline']> {
  const totals = createTotals();
  const { endingEquity } = runAgent({
    ...{ bars, parameters, strategy: HOLD, fees: charged.fees },
    journalists: [(entry) => addTo(totals, entry)],
  });
  return { ending_equity: moneyText(endingEquity), total_costs: moneyText(totalCosts(totals)) };
}

/** The same strategy over each quarter of the bars, as independent runs. */
export function windowsOf(setup: Setup): ReportWindow[] {
  const { bars } = setup.series;
  const length = Math.floor(bars.length / WINDOWS);
  if (length < FEWEST_BARS) return [];
  return Array.from({ length: WINDOWS }, (_, index) => {
    const end = index === WINDOWS - 1 ? bars.length : (index + 1) * length;
    return windowOf(setup, bars.slice(index * length, end));
  });
}

function windowOf(setup: Setup, bars: readonly Bar[]): ReportWindow {
  const { parameters, charged } = setup;
  const { endingEquity } = runAgent({
    ...{ bars, parameters, strategy: strategyOf(setup), fees: charged.fees },
    journalists: [],
  });
  return {
    first_ts: bars[0]?.ts ?? 0,
    last_ts: bars.at(-1)?.ts ?? 0,
    bars: bars.length,
    ending_equity: moneyText(endingEquity),
    baseline_ending_equity: baselineOf(setup, bars).ending_equity,
  };
}
