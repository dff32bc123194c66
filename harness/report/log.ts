import type { Fill } from '../../core/rules/paper/portfolio.ts';
import type { ReportJournal, ReportPoint, ReportStep, ReportTrade } from '../../schemas/harness/report.ts';
import { moneyText, priceText, quantityText } from '../model/decimal.ts';
import type { Entry } from '../run.ts';

/** The complete log of a run, as in the report. */
export interface Log {
  readonly steps: ReportStep[];
  readonly trades: ReportTrade[];
  readonly equity_curve: ReportPoint[];
}

export const createLog = (): Log => ({ steps: [], trades: [], equity_curve: [] });

export function addToLog({ steps, trades, equity_curve }: Log, entry: Entry): void {
  const { i, bar, fill, equity } = entry;
  steps.push(stepOf(entry));
  if (fill) trades.push(tradeOf(entry, fill));
  equity_curve.push({ i, ts: bar.ts, equity: moneyText(equity()) });
}

function stepOf(entry: Entry): ReportStep {
  const { i, bar, planned, executed, matched, veto, regime } = entry;
  const step = { i, ts: bar.ts, close: priceText(bar.close), planned, executed, matched, veto };
  return { ...step, ...(regime !== undefined && { regime }), journal: journalOf(entry) };
}

/** A step in words, by its stages. */
function journalOf({
  bar,
  assessed,
  planned,
  candidate,
  executed,
  veto,
  fill,
  matched,
}: Entry): ReportJournal {
  const kept = veto === null ? `kept ${executed}` : `kept ${executed}: ${veto}`;
  return {
    observe: `close ${priceText(bar.close)}`,
    assess: assessed,
    plan: planned,
    simulate: candidate ? `${candidate.side}, costs ${moneyText(candidate.costs.total)}` : 'nothing to fill',
    execute: fill ? `${fill.side} filled` : kept,
    verify: matched ? 'books balance, as planned' : 'books balance, not as planned',
  };
}

function tradeOf(
  { i, bar }: Entry,
  { side, price, quantity, notional, costs, cashAfter }: Fill,
): ReportTrade {
  return {
    i,
    ts: bar.ts,
    side,
    price: priceText(price),
    quantity: quantityText(quantity),
    notional: moneyText(notional),
    technology_fee: moneyText(costs.technology),
    slippage: moneyText(costs.slippage),
    priority_fee: moneyText(costs.priority),
    total_cost: moneyText(costs.total),
    cash_after: moneyText(cashAfter),
  };
}
