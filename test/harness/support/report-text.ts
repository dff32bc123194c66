import { readFixture, readRules } from '../../../harness/data/inputs.ts';
import { parseWindow, type WindowFlags } from '../../../harness/data/window.ts';
import { evaluate } from '../../../harness/evaluate.ts';
import { reportJson } from '../../../harness/report/json.ts';
import { setupOf } from '../../../harness/setup.ts';

/** What `launchlens harness --out` writes of the frozen bars. */
export function reportText(strategy: 'sma' | 'composite', window: WindowFlags = {}): string {
  const series = readFixture(parseWindow(window));
  const rules = strategy === 'composite' ? readRules() : undefined;
  const { report } = evaluate(setupOf({ series, rules }), { whole: true });
  if (report === undefined) throw new Error('the whole report was asked for');
  return [...reportJson(report)].join('');
}
