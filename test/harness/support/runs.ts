import type { Fees } from '../../../core/rules/paper/portfolio.ts';
import { readFees, readRules } from '../../../harness/data/inputs.ts';
import type { Bar } from '../../../harness/model/bar.ts';
import { type Parameters, REFERENCE } from '../../../harness/model/parameters.ts';
import { addToLog, createLog, type Log } from '../../../harness/report/log.ts';
import { type Outcome, runAgent } from '../../../harness/run.ts';
import { composite } from '../../../harness/strategy/composite/strategy.ts';
import { smaCrossover } from '../../../harness/strategy/sma.ts';
import type { Strategy } from '../../../harness/strategy/strategy.ts';

export interface LoggedRun extends Outcome {
  readonly log: Log;
}

export const LOCKED_FEES: Fees = readFees().fees;

/** A new strategy for each run: strategies remember the bars that they saw. */
export const STRATEGIES: Readonly<Record<string, () => Strategy>> = {
  sma: () => smaCrossover(REFERENCE),
  composite: () => composite(readRules()),
};

export interface LoggedRunOptions {
  readonly bars: Iterable<Bar>;
  readonly strategy?: Strategy;
  readonly fees?: Fees;
  readonly parameters?: Parameters;
}

export function loggedRun({
  bars,
  strategy = smaCrossover(REFERENCE),
  fees = LOCKED_FEES,
  parameters = REFERENCE,
}: LoggedRunOptions): LoggedRun {
  const log = createLog();
  const outcome = runAgent({
    bars,
    strategy,
    fees,
    parameters,
    journalists: [(entry) => addToLog(log, entry)],
  });
  return { ...outcome, log };
}
