import { execute } from '../core/rules/paper/execute.ts';
import { equityOf, type Fees, type Holdings, simulate, withoutCosts } from '../core/rules/paper/portfolio.ts';
import type { Bar } from './model/bar.ts';
import type { Parameters } from './model/parameters.ts';
import { assess } from './stages/assess.ts';
import { type Journalist, journal } from './stages/journal.ts';
import { observe } from './stages/observe.ts';
import { plan } from './stages/plan.ts';
import { verify } from './stages/verify.ts';
import type { Strategy } from './strategy/strategy.ts';
import { createHistory } from './view.ts';

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

/** Runs the reference agent over the bars: seven stages at each close, filled at that close. */
export function runAgent<Reading>({ bars, strategy, parameters, fees, journalists }: Run<Reading>): Outcome {
  const { startingCapital, cooldownBars } = parameters;
  const { view, append } = createHistory(strategy.lookback);
  let holdings: Holdings = { cash: startingCapital, quantity: 0n };
  let gross = holdings;
  let lastFlip: number | undefined;
  let price = 0n;
  for (const next of bars) {
    append(next);
    const { i, bar } = observe(view);
    price = bar.close;
    const assessment = assess(strategy, view);
    const planned = plan(strategy, assessment);
    const candidate = simulate(planned, { holdings, price, fees });
    const execution = execute(candidate, { i, lastFlip, cooldownBars, holdings });
    const { matched } = verify({ i, planned, before: holdings }, execution);
    holdings = execution.holdings;
    if (execution.fill) {
      lastFlip = i;
      gross = withoutCosts(execution.fill, gross);
    }
    const { executed, veto, fill } = execution;
    const equity = equityAt(holdings, price);
    journal(
      { i, bar, planned, executed, matched, veto, regime: assessment.regime, fill, equity },
      journalists,
    );
  }
  return { endingEquity: equityOf(holdings, price), grossEndingEquity: equityOf(gross, price) };
}

const equityAt = (holdings: Holdings, price: bigint) => (): bigint => equityOf(holdings, price);
