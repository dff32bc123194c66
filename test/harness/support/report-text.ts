import { readFees, readFixture, readRules } from '../../../harness/data/inputs.ts';
import { parseWindow, type WindowFlags } from '../../../harness/data/window.ts';
import { evaluate } from '../../../harness/evaluate.ts';
import { REFERENCE } from '../../../harness/model/parameters.ts';
import { reportJson } from '../../../harness/report/json.ts';
import { STRATEGIES } from './runs.ts';

/** What `launchlens harness --out` writes of the frozen bars. */
export function reportText(strategy: 'sma' | 'composite', window: WindowFlags = {}): string {
  const run = STRATEGIES[strategy];
  if (run === undefined) throw new Error(`no strategy ${strategy}`);
  const { report } = evaluate(
    {
      strategy,
      parameters: REFERENCE,
      charged: readFees(),
      series: readFixture(parseWindow(window)),
      rules: strategy === 'composite' ? readRules() : undefined,
    },
    run(),
    { whole: true },
  );
  if (report === undefined) throw new Error('the whole report was asked for');
  return [...reportJson(report)].join('');
}
