import { REPORT_SCHEMA, type ReportHead, type ReportTail, STATEMENT } from '../../schemas/harness/report.ts';
import type { SourcedFees } from '../data/inputs.ts';
import type { Series } from '../data/series.ts';
import { moneyText } from '../model/decimal.ts';
import { timeText } from '../model/time.ts';
import type { Outcome } from '../run.ts';
import type { Setup } from '../setup.ts';
import { type Totals, totalCosts } from './totals.ts';

export function headOf({ strategy, parameters, series, charged, rules }: Setup): ReportHead {
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
    data: dataOf(series),
    fees: feesOf(charged),
    ...(rules && { rules }),
  };
}

/** What is said of missing hours only if there are any, so that complete bars are described as ever. */
function dataOf({ source, origin, sha256, bars, gaps }: Series): ReportHead['data'] {
  return {
    ...{ source, origin, sha256, bars: bars.length },
    first_ts: bars[0]?.ts ?? 0,
    last_ts: bars.at(-1)?.ts ?? 0,
    ...(gaps.filled > 0 && { filled_hours: gaps.filled }),
    ...(gaps.late > 0 && { starts_late_hours: gaps.late }),
    ...(gaps.early > 0 && { ends_early_hours: gaps.early }),
  };
}

function feesOf({ source, fees, read }: SourcedFees): ReportHead['fees'] {
  return {
    source,
    technology_fee_bps: Number(fees.technologyBps),
    slippage_bps: Number(fees.slippageBps),
    priority_fee_quote: moneyText(fees.priority),
    ...(read && { origin: read.origin, changed_at: timeText(read.changedAt) }),
  };
}

export function tailOf(
  { endingEquity, grossEndingEquity }: Outcome,
  totals: Totals,
  compared: Pick<ReportTail, 'baseline' | 'windows'>,
): ReportTail {
  const { matched, bars: total } = totals;
  return {
    ending_equity: moneyText(endingEquity),
    gross_ending_equity: moneyText(grossEndingEquity),
    total_costs: moneyText(totalCosts(totals)),
    consistency: { matched, total, score: matched / total },
    ...compared,
    statement: STATEMENT,
  };
}
