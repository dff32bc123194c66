import type { HarnessReport } from '../schemas/harness/report.ts';
import { headOf, type Setup, tailOf } from './report/frame.ts';
import { addToLog, createLog } from './report/log.ts';
import { summaryText } from './report/summary.ts';
import { addTo, createTotals } from './report/totals.ts';
import type { Entry } from './run.ts';
import { runAgent } from './run.ts';
import type { Strategy } from './strategy/strategy.ts';

export interface Evaluation {
  readonly summary: string;
  /** Only set on request, because it grows with the number of bars. */
  readonly report: HarnessReport | undefined;
}

/** Runs the agent once and returns the results. */
export function evaluate(
  setup: Setup,
  strategy: Strategy,
  { whole }: { readonly whole: boolean },
): Evaluation {
  const totals = createTotals();
  const log = whole ? createLog() : undefined;
  const outcome = runAgent({
    bars: setup.series.bars,
    strategy,
    parameters: setup.parameters,
    fees: setup.charged.fees,
    journalists: [(entry) => addTo(totals, entry), ...(log ? [(entry: Entry) => addToLog(log, entry)] : [])],
  });
  const head = headOf(setup);
  const tail = tailOf(outcome, totals);
  const report = log && { ...head, ...log, ...tail };
  return { summary: summaryText(head, tail, totals), report };
}
