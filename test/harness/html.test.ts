import { expect, test } from 'vitest';
import { readFixture } from '../../harness/data/inputs.ts';
import { evaluate } from '../../harness/evaluate.ts';
import { reportHtml } from '../../harness/report/html/page.ts';
import { setupOf } from '../../harness/setup.ts';
import type { HarnessReport } from '../../schemas/harness/report.ts';

const { report } = evaluate(setupOf({ series: readFixture() }), { whole: true });
const pageOf = (of: HarnessReport): string => [...reportHtml(of)].join('');
const page = pageOf(report as HarnessReport);

test('the page asks for nothing beside itself', () => {
  expect(page).not.toMatch(/https?:|\bsrc=|\bhref=|url\(|@import|<script|<link|<iframe/i);
  expect(page).toContain("default-src 'none'");
});

test('the page draws equity and costs with a mark for every trade, and lists every trade', () => {
  const trades = report?.trades ?? [];
  expect(page.match(/<polyline/g)).toHaveLength(2);
  expect(page.match(/<circle/g)).toHaveLength(2 * trades.length);
  for (const { total_cost, cash_after } of trades) {
    expect(page).toContain(`<td>${total_cost}</td><td>${cash_after}</td>`);
  }
  expect(page).toContain(report?.statement);
});

test('text from outside stays text', () => {
  const data = { ...(report as HarnessReport).data, origin: '<script>alert("x")</script>' };
  expect(pageOf({ ...(report as HarnessReport), data })).toContain(
    '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;',
  );
});
