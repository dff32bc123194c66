import { LaunchlensError } from '../core/kernel/errors/error.ts';
import { type Execution, execute } from '../core/rules/paper/execute.ts';
import {
  equityOf,
  type Fees,
  type Fill,
  type Guardrail,
  type Holdings,
  type Position,
  simulate,
  withoutCosts,
} from '../core/rules/paper/portfolio.ts';
import type { Bar } from './model/bar.ts';
import type { Parameters } from './model/parameters.ts';
import type { Strategy } from './strategy/strategy.ts';
import { createHistory } from './view.ts';

export interface Verification {
  /** Whether the executed position is the planned one. */
  readonly matched: boolean;
}

/**
 * Checks the books after a step: a mismatch names a guardrail, no balance is negative, and a fill moved exactly its
 * notional and costs.
 * @throws HARNESS_UNBALANCED
 */
export function verify(
  { i, planned, before }: { readonly i: number; readonly planned: Position; readonly before: Holdings },
  { executed, veto, fill, holdings }: Execution,
): Verification {
  const matched = planned === executed;
  const fail = (detail: string): never => {
    throw new LaunchlensError('HARNESS_UNBALANCED', { bar: i, detail });
  };
  if (matched === (veto !== null))
    fail('the executed position is not the planned one, and no guardrail says why');
  if (holdings.cash < 0n || holdings.quantity < 0n) fail('something is owed');
  if (holdings.cash !== before.cash + cashFlow(fill)) fail('cash moved by another amount than the fill');
  if (holdings.quantity !== before.quantity + quantityFlow(fill))
    fail('the quantity is not that of the fill');
  return { matched };
}

function cashFlow(fill: Fill | undefined): bigint {
  if (!fill) return 0n;
  const { technology, slippage, priority } = fill.costs;
  return (fill.side === 'sell' ? fill.notional : -fill.notional) - technology - slippage - priority;
}

function quantityFlow(fill: Fill | undefined): bigint {
  if (!fill) return 0n;
  return fill.side === 'buy' ? fill.quantity : -fill.quantity;
}

/** The record of one step. */
export interface Entry {
  readonly i: number;
  readonly bar: Bar;
  readonly planned: Position;
  readonly executed: Position;
  readonly matched: boolean;
  readonly veto: Guardrail | null;
  readonly regime: string | null | undefined;
  /** What the strategy assessed, in words. */
  readonly assessed: string;
  /** The fill that was simulated; undefined if the planned position was already held. */
  readonly candidate: Fill | undefined;
  readonly fill: Fill | undefined;
  /** Computed only when it is recorded, because it divides long numbers. */
  readonly equity: () => bigint;
}

/** Who keeps which part: totals always, the whole log only if a report is requested. */
export type Journalist = (entry: Entry) => void;

export interface Run<Reading> {
  /** Pulled one at a time, each only after the step before has finished. */
  readonly bars: Iterable<Bar>;
  readonly strategy: Strategy<Reading>;
  readonly parameters: Parameters;
  readonly fees: Fees;
  readonly journalists: readonly Journalist[];
}

export interface Outcome {
  readonly endingEquity: bigint;
  /** The same sequence of executed positions with all costs zero. */
  readonly grossEndingEquity: bigint;
}

/**
 * Runs the reference agent over the bars, filled at each close. The seven stages of a step: observe, assess, plan,
 * simulate, execute, verify, journal.
 */
export function runAgent<Reading>({ bars, strategy, parameters, fees, journalists }: Run<Reading>): Outcome {
  const { startingCapital, cooldownBars } = parameters;
  const { view, append } = createHistory(strategy.lookback);
  let holdings: Holdings = { cash: startingCapital, quantity: 0n };
  let gross = holdings;
  let lastFlip: number | undefined;
  let price = 0n;
  for (const next of bars) {
    append(next);
    const i = view.end;
    const bar = view.at(i);
    price = bar.close;
    const reading = strategy.assess(view);
    const planned = strategy.plan(reading);
    const candidate = simulate(planned, { holdings, price, fees });
    const execution = execute(candidate, { i, lastFlip, cooldownBars, holdings });
    const { matched } = verify({ i, planned, before: holdings }, execution);
    holdings = execution.holdings;
    if (execution.fill) {
      lastFlip = i;
      gross = withoutCosts(execution.fill, gross);
    }
    const { executed, veto, fill } = execution;
    const regime = strategy.regime?.(reading);
    const assessed = strategy.describe?.(reading) ?? strategy.name;
    const equity = equityAt(holdings, price);
    for (const write of journalists)
      write({ i, bar, planned, executed, matched, veto, regime, assessed, candidate, fill, equity });
  }
  return { endingEquity: equityOf(holdings, price), grossEndingEquity: equityOf(gross, price) };
}

const equityAt = (holdings: Holdings, price: bigint) => (): bigint => equityOf(holdings, price);
