import type { HarnessReport, ReportPoint } from '../../../schemas/harness/report.ts';
import { micros } from './money.ts';

/** The deepest fall of equity below its earlier peak. */
export interface Drawdown {
  readonly peak: bigint;
  readonly fall: bigint;
  /** Unix seconds at which the bars of the peak and of the bottom opened. */
  readonly from: number;
  readonly to: number;
}

export interface Costs {
  readonly technology: bigint;
  readonly slippage: bigint;
  readonly priority: bigint;
  readonly total: bigint;
}

/** The figures of a report, exact to the last unit. */
export interface Figures {
  readonly start: bigint;
  readonly end: bigint;
  readonly gross: bigint;
  readonly costs: Costs;
  readonly drawdown: Drawdown | undefined;
  /** Bars after whose close the asset was held. */
  readonly held: number;
  readonly rounds: Rounds;
}

/** Purchases with the following sale. */
export interface Rounds {
  readonly closed: number;
  /** Closed trades that left more cash than before them. */
  readonly ahead: number;
  readonly open: boolean;
}

export function figuresOf(report: HarnessReport): Figures {
  return {
    start: micros(report.parameters.starting_capital),
    end: micros(report.ending_equity),
    gross: micros(report.gross_ending_equity),
    costs: costsOf(report),
    drawdown: deepestFall(report.equity_curve),
    held: report.steps.filter(({ executed }) => executed === 'long').length,
    rounds: roundsOf(report),
  };
}

function costsOf({ trades, total_costs }: HarnessReport): Costs {
  const sum = (name: 'technology_fee' | 'slippage' | 'priority_fee'): bigint =>
    trades.reduce((all, trade) => all + micros(trade[name]), 0n);
  return {
    technology: sum('technology_fee'),
    slippage: sum('slippage'),
    priority: sum('priority_fee'),
    total: micros(total_costs),
  };
}

function deepestFall(curve: readonly ReportPoint[]): Drawdown | undefined {
  let top: { readonly value: bigint; readonly ts: number } | undefined;
  let worst: Drawdown | undefined;
  for (const { ts, equity } of curve) {
    const value = micros(equity);
    if (top === undefined || value > top.value) top = { value, ts };
    const fall = top.value - value;
    // Fractions are compared by cross-multiplication: rounding never decides which fall was the deepest.
    if (fall > 0n && (worst === undefined || fall * worst.peak > worst.fall * top.value)) {
      worst = { peak: top.value, fall, from: top.ts, to: ts };
    }
  }
  return worst;
}

function roundsOf({ trades, parameters }: HarnessReport): Rounds {
  let [closed, ahead] = [0, 0];
  let before = micros(parameters.starting_capital);
  for (const { side, cash_after } of trades) {
    if (side === 'buy') continue;
    const after = micros(cash_after);
    closed += 1;
    if (after > before) ahead += 1;
    before = after;
  }
  return { closed, ahead, open: trades.at(-1)?.side === 'buy' };
}

/** How many steps had each value, most frequent first. */
export function countBy<Item>(items: readonly Item[], nameOf: (item: Item) => string | null | undefined) {
  const counts = new Map<string, number>();
  for (const item of items) {
    const name = nameOf(item);
    if (name != null) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
}
