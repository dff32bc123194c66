import { readFixture } from '../harness/data/inputs.ts';
import { parseWindow } from '../harness/data/window.ts';
import { evaluate } from '../harness/evaluate.ts';
import { reportJson } from '../harness/report/json.ts';
import { setupOf } from '../harness/setup.ts';

/** A part of the frozen bars, so that the report stays small. */
const WINDOW = { windowStart: '2025-01-01', windowEnd: '2025-02-15' };

/** The report that the harness page shows as an example: what the reference agent writes of the frozen bars. */
export function exampleReport(): string {
  const { report } = evaluate(setupOf({ series: readFixture(parseWindow(WINDOW)) }), { whole: true });
  if (report === undefined) throw new TypeError('the whole report was asked for');
  return [...reportJson(report)].join('');
}
