import { execute } from '../../../core/rules/paper/execute.ts';
import {
  equityOf,
  type Fees,
  type Fill,
  type Holdings,
  simulate,
  withoutCosts,
} from '../../../core/rules/paper/portfolio.ts';
import { PRICE_PLACES } from '../../../core/rules/paper/units.ts';
import type { HarnessReport, ReportStep, ReportTrade } from '../../../schemas/harness/report.ts';
import { micros, moneyText } from './figures.ts';

/** The books after a step. */
interface Books {
  readonly holdings: Holdings;
  /** The same positions without costs. */
  readonly gross: Holdings;
  readonly lastFlip: number | undefined;
  /** Trades made so far. */
  readonly made: number;
}

interface Standing {
  readonly i: number;
  readonly price: bigint;
  readonly books: Books;
}

/** Runs a report again from its closes and plans, and returns the first difference; undefined if there is none. */
export function replayContradicts(report: HarnessReport): string | undefined {
  const { steps, trades, equity_curve: curve } = report;
  const start = { cash: micros(report.parameters.starting_capital), quantity: 0n };
  let books: Books = { holdings: start, gross: start, lastFlip: undefined, made: 0 };
  let price = 0n;
  for (const [i, step] of steps.entries()) {
    const close = priceOf(step.close);
    if (close === undefined) return `the close of bar ${i} is not a valid price`;
    price = close;
    const next = stepped(report, step, { i, price, books });
    if (typeof next === 'string') return next;
    books = next;
    const wrong = differs(`the equity of step ${i}`, curve[i]?.equity, equityOf(books.holdings, price));
    if (wrong !== undefined) return wrong;
  }
  if (books.made !== trades.length) return `trade ${books.made} belongs to no step`;
  return (
    differs('its ending equity', report.ending_equity, equityOf(books.holdings, price)) ??
    differs('its ending equity without costs', report.gross_ending_equity, equityOf(books.gross, price))
  );
}

/** The books after a step, or the report's difference from them. */
function stepped(report: HarnessReport, step: ReportStep, { i, price, books }: Standing): Books | string {
  const { holdings, gross, lastFlip, made } = books;
  const { cooldown_bars: cooldownBars } = report.parameters;
  const candidate = simulate(step.planned, { holdings, price, fees: feesOf(report) });
  const { executed, veto, fill, ...then } = execute(candidate, { i, lastFlip, cooldownBars, holdings });
  if (executed !== step.executed || veto !== step.veto) {
    return `step ${i} results in ${inWords(executed, veto)}, not ${inWords(step.executed, step.veto)}`;
  }
  if (fill === undefined) return { ...books, ...then };
  const wrong = tradeContradicts(report.trades[made], fill, { step, number: made });
  return wrong ?? { ...then, gross: withoutCosts(fill, gross), lastFlip: i, made: made + 1 };
}

function feesOf({ fees }: HarnessReport): Fees {
  return {
    technologyBps: BigInt(fees.technology_fee_bps),
    slippageBps: BigInt(fees.slippage_bps),
    priority: micros(fees.priority_fee_quote),
  };
}

function tradeContradicts(
  trade: ReportTrade | undefined,
  fill: Fill,
  { step, number }: { readonly step: ReportStep; readonly number: number },
): string | undefined {
  const { i, ts, close } = step;
  if (trade === undefined) return `the ${fill.side} at step ${i} is not among its trades`;
  if (trade.i !== i || trade.ts !== ts || trade.price !== close || trade.side !== fill.side) {
    return `trade ${number} is not the ${fill.side} at the close of bar ${i}`;
  }
  const { costs, quantity } = fill;
  return (
    differs(`the notional of trade ${number}`, trade.notional, fill.notional) ??
    differs(`the technology fee of trade ${number}`, trade.technology_fee, costs.technology) ??
    differs(`the slippage of trade ${number}`, trade.slippage, costs.slippage) ??
    differs(`the priority fee of trade ${number}`, trade.priority_fee, costs.priority) ??
    differs(`the total cost of trade ${number}`, trade.total_cost, costs.total) ??
    differs(`the cash after trade ${number}`, trade.cash_after, fill.cashAfter) ??
    (BigInt(trade.quantity.replace('.', '')) === quantity
      ? undefined
      : `the quantity of trade ${number} is not what was paid for, or was held`)
  );
}

const differs = (what: string, said: string | undefined, comes: bigint): string | undefined =>
  said !== undefined && micros(said) === comes
    ? undefined
    : `${what} is given as ${said ?? 'nothing'} but comes to ${moneyText(comes)}`;

/** In 10^-30 of the quote currency; undefined for zero, and for more digits than any price has. */
function priceOf(text: string): bigint | undefined {
  const [whole = '', fraction = ''] = text.split('.');
  if (fraction.length > PRICE_PLACES) return undefined;
  const price = BigInt(whole + fraction.padEnd(PRICE_PLACES, '0'));
  return price > 0n ? price : undefined;
}

const inWords = (executed: ReportStep['executed'], veto: ReportStep['veto']): string =>
  veto === null ? executed : `${executed} by the guardrail ${veto}`;
