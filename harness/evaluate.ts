import type { HarnessReport, ReportTail } from '../schemas/harness/report.ts';
import { baselineOf, windowsOf } from './baseline.ts';
import { headOf, tailOf } from './report/frame.ts';
import { addToLog, createLog } from './report/log.ts';
import { summaryText } from './report/summary.ts';
import { addTo, createTotals } from './report/totals.ts';
import type { Entry, Journalist } from './run.ts';
import { runAgent } from './run.ts';
import { type Setup, strategyOf } from './setup.ts';

export interface Evaluation {
  readonly summary: string;
  /** Only set on request, because it grows with the number of bars. */
  readonly report: HarnessReport | undefined;
}

export interface Asked {
  readonly whole: boolean;
  /** Is called after every bar of the main run. */
  readonly onBar?: Journalist | undefined;
}

/** Runs the agent, the baseline and the windows once each, and returns the results. */
export function evaluate(setup: Setup, { whole, onBar }: Asked): Evaluation {
  const totals = createTotals();
  const log = whole ? createLog() : undefined;
  const { bars } = setup.series;
  const outcome = runAgent({
    ...{ bars, strategy: strategyOf(setup), parameters: setup.parameters, fees: setup.charged.fees },
    journalists: [
      (entry) => addTo(totals, entry),
      ...(log ? [(entry: Entry) => addToLog(log, entry)] : []),
      ...(onBar ? [onBar] : []),
    ],
  });
  const head = headOf(setup);
  const compared = { baseline: baselineOf(setup, bars), windows: windowsOf(setup) };
  const tail: ReportTail = tailOf(outcome, totals, compared);
  const report = log && { ...head, ...log, ...tail };
  return { summary: summaryText(head, tail, totals), report };
}
