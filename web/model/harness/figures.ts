import type { HarnessReport, ReportPoint } from '../../../schemas/harness/report.ts';
import { grouped } from '../formats.ts';

/** Money of a report: integers in units of 10^-6 of the quote currency. */
const DIGITS = 6;

/** @param text as in a report, with all six digits after the point */
export const micros = (text: string): bigint => BigInt(text.replace('.', ''));

/** Decimal text with grouped digits before the point. */
export function groupedDecimal(text: string): string {
  const [whole = '', fraction] = text.split('.');
  return fraction === undefined ? grouped(BigInt(whole)) : `${signed(whole)}.${fraction}`;
}

/** A bigint has no `-0`. */
const signed = (whole: string): string =>
  whole.startsWith('-') ? `-${grouped(BigInt(whole.slice(1)))}` : grouped(BigInt(whole));

/** To the last digit, always six after the point. */
export function moneyText(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(DIGITS + 1, '0');
  const text = `${grouped(BigInt(digits.slice(0, -DIGITS)))}.${digits.slice(-DIGITS)}`;
  return value < 0n ? `-${text}` : text;
}

/** A signed change: `+12.000000`, `-0.500000`. */
export const changeText = (value: bigint): string => (value > 0n ? `+${moneyText(value)}` : moneyText(value));

/** A share in percent, two digits after the point, truncated toward zero; signed if it is a change. */
export function shareText(part: bigint, whole: bigint, { change = false } = {}): string {
  if (whole <= 0n) return '–';
  const bps = (part * 10_000n) / whole;
  const size = bps < 0n ? -bps : bps;
  const sign = bps < 0n ? '-' : change && bps > 0n ? '+' : '';
  return `${sign}${grouped(size / 100n)}.${(size % 100n).toString().padStart(2, '0')} %`;
}

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

/** Purchases with the following sale. */
export interface Rounds {
  readonly closed: number;
  /** Closed trades that left more cash than before them. */
  readonly ahead: number;
  readonly open: boolean;
}

/** The figures of a report, exact to the last unit. */
export type Figures = ReturnType<typeof figuresOf>;

export function figuresOf(report: HarnessReport) {
  return {
    start: micros(report.parameters.starting_capital),
    end: micros(report.ending_equity),
    gross: micros(report.gross_ending_equity),
    costs: costsOf(report),
    drawdown: deepestFall(report.equity_curve),
    /** Bars after whose close the asset was held. */
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
