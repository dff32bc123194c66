import { execute } from '../core/rules/paper/execute.ts';
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
import { verify } from './verify.ts';
import { createHistory } from './view.ts';

/** The record of one step. */
export interface Entry {
  readonly i: number;
  readonly bar: Bar;
  readonly planned: Position;
  readonly executed: Position;
  readonly matched: boolean;
  readonly veto: Guardrail | null;
  readonly regime: string | null | undefined;
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
    const equity = equityAt(holdings, price);
    for (const write of journalists)
      write({ i, bar, planned, executed, matched, veto, regime, fill, equity });
  }
  return { endingEquity: equityOf(holdings, price), grossEndingEquity: equityOf(gross, price) };
}

const equityAt = (holdings: Holdings, price: bigint) => (): bigint => equityOf(holdings, price);
