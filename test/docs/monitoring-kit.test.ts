import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { METRICS, type MetricName } from '../../schemas/metrics/all.ts';
import { DASHBOARDS, DASHBOARDS_FOLDER, grafanaDashboard } from '../../scripts/dashboards.ts';
import { ALERTS, ASKED, MONITORING, PANELS, RUNBOOK_PAGES, runbookList } from '../support/monitoring-kit.ts';

const ofProcess = new Registry();
collectDefaultMetrics({ register: ofProcess });

/** Labels that Prometheus gives to every series. */
const EVERYWHERE = ['instance', 'job'];
/** What Prometheus itself measures. */
const FOREIGN: Readonly<Record<string, readonly string[]>> = {
  up: [],
  ALERTS: ['alertname', 'alertstate', 'severity'],
  ...Object.fromEntries(ofProcess.getMetricsAsArray().map(({ name }) => [name, []])),
};

/** The labels of a series; undefined if nothing serves it. */
function labelsOf(series: string): readonly string[] | undefined {
  const [, histogram = '', part] = /^(.+)_(bucket|sum|count)$/.exec(series) ?? [];
  const whole = METRICS[(part ? histogram : series) as MetricName];
  if (!whole) return FOREIGN[series];
  if ((whole.type === 'histogram') !== (part !== undefined)) return undefined;
  return part === 'bucket' ? [...whole.labels, 'le'] : whole.labels;
}

const SERIES = /\b((?:launchlens|process|nodejs)_\w+|up|ALERTS)\b(?:\{([^}]*)\})?/g;
const names = (text: string): string[] => [...text.matchAll(/\w+/g)].map(([name]) => name);
const listed = (expr: string, by: RegExp): string[] =>
  [...expr.matchAll(by)].flatMap(([, inside = '']) => names(inside));

function seriesIn(expr: string) {
  return [...expr.matchAll(SERIES)].map(([, series = '', selector = '']) => ({
    series,
    selected: [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
  }));
}

const grouped = (expr: string) => listed(expr, /\b(?:by|on|group_left) \(([^)]*)\)/g);
const known = (expr: string) => [
  ...EVERYWHERE,
  ...seriesIn(expr).flatMap(({ series }) => labelsOf(series) ?? []),
];

test('alert rules and dashboards ask for metrics and labels that are declared', () => {
  for (const { of, expr } of ASKED) {
    const found = seriesIn(expr);
    expect(found, of).not.toEqual([]);
    for (const { series, selected } of found) {
      expect(labelsOf(series), `${of}: ${series}`).toBeDefined();
      expect([...EVERYWHERE, ...(labelsOf(series) ?? [])], of).toEqual(expect.arrayContaining(selected));
    }
    expect(known(expr), of).toEqual(expect.arrayContaining(grouped(expr)));
  }
});

test('summaries and legends name only labels that the result has', () => {
  for (const { of, expr, labelled } of ASKED) {
    const kept = /\b(sum|min|max|count)\b/.test(expr) ? grouped(expr) : known(expr);
    expect(kept, of).toEqual(expect.arrayContaining(listed(labelled, /(?:\$labels\.|\{\{)(\w+)/g)));
  }
});

test.each(Object.entries(DASHBOARDS))('%s is what its declaration says', (name, dashboard) => {
  expect(JSON.parse(readFileSync(new URL(name, DASHBOARDS_FOLDER), 'utf8'))).toEqual(
    grafanaDashboard(dashboard),
  );
});

test('no two panels state the same', () => {
  const once = (values: readonly string[]) => expect(values).toEqual([...new Set(values)]);
  once(PANELS.map(({ title }) => title));
  once(PANELS.flatMap(({ queries }) => queries.map(({ expr }) => expr)));
});

test('every alert is tested, and its runbook exists and names it; no runbook names another', () => {
  const tests = readFileSync(resolve(MONITORING, 'alerts.test.yml'), 'utf8');
  expect(ALERTS.filter(({ alert }) => !tests.includes(`alertname="${alert}"`))).toEqual([]);
  const byPage = Map.groupBy(ALERTS, ({ annotations }) => annotations.runbook_url);
  expect([...byPage.keys()].toSorted()).toEqual([...RUNBOOK_PAGES.keys()].toSorted());
  for (const [page, alerts] of byPage) {
    const declared = alerts.map(({ alert }) => alert).toSorted();
    const [, line = ''] = /^Alerts: (.*)\.$/m.exec(RUNBOOK_PAGES.get(page) ?? '') ?? [];
    const [row = ''] = runbookList.split('\n').filter((one) => one.includes(`](${page.split('/').at(-1)})`));
    for (const text of [line, row.split('|')[2] ?? '']) expect(names(text).toSorted()).toEqual(declared);
  }
});

test('runbooks name metrics that exist, or how their names begin', () => {
  for (const [page, text] of RUNBOOK_PAGES)
    for (const [name] of text.matchAll(/launchlens_\w+/g))
      expect(
        Object.keys(METRICS).filter((metric) => metric.startsWith(name)),
        `${page}: ${name}`,
      ).not.toEqual([]);
});
