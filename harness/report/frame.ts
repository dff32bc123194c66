import { REPORT_SCHEMA, type ReportHead, type ReportTail, STATEMENT } from '../../schemas/harness/report.ts';
import type { RuleFile } from '../../schemas/harness/rules.ts';
import type { SourcedFees } from '../data/inputs.ts';
import type { Series } from '../data/series.ts';
import { moneyText } from '../model/decimal.ts';
import type { Parameters } from '../model/parameters.ts';
import type { Outcome } from '../run.ts';
import { type Totals, totalCosts } from './totals.ts';

/** The inputs of a run. */
export interface Setup {
  readonly strategy: 'sma' | 'composite';
  readonly parameters: Parameters;
  readonly series: Series;
  readonly charged: SourcedFees;
  readonly rules: RuleFile | undefined;
}

export function headOf({ strategy, parameters, series, charged, rules }: Setup): ReportHead {
  const { source, origin, sha256, bars } = series;
  const { fees } = charged;
  return {
    schema: REPORT_SCHEMA,
    strategy,
    parameters: {
      fast: parameters.fast,
      slow: parameters.slow,
      bar_seconds: parameters.barSeconds,
      cooldown_bars: parameters.cooldownBars,
      starting_capital: moneyText(parameters.startingCapital),
      quote: parameters.quote,
    },
    data: {
      source,
      origin,
      sha256,
      bars: bars.length,
      first_ts: bars[0]?.ts ?? 0,
      last_ts: bars.at(-1)?.ts ?? 0,
    },
    fees: {
      source: charged.source,
      technology_fee_bps: Number(fees.technologyBps),
      slippage_bps: Number(fees.slippageBps),
      priority_fee_quote: moneyText(fees.priority),
    },
    ...(rules && { rules }),
  };
}

export function tailOf({ endingEquity, grossEndingEquity }: Outcome, totals: Totals): ReportTail {
  const { matched, bars: total } = totals;
  return {
    ending_equity: moneyText(endingEquity),
    gross_ending_equity: moneyText(grossEndingEquity),
    total_costs: moneyText(totalCosts(totals)),
    consistency: { matched, total, score: matched / total },
    statement: STATEMENT,
  };
}
