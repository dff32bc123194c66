import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { DASHBOARDS } from '../../scripts/dashboards.ts';

export const ROOT = resolve(import.meta.dirname, '../..');
export const MONITORING = resolve(ROOT, 'deploy/monitoring');
const RUNBOOKS = resolve(ROOT, 'docs/runbooks');

const alert = z.strictObject({
  alert: z.string(),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.strictObject({ summary: z.string(), runbook_url: z.string() }),
});
const ruleFile = z.strictObject({
  groups: z.array(z.strictObject({ name: z.string(), rules: z.array(alert) })),
});

export const ALERTS = ruleFile
  .parse(parse(readFileSync(resolve(MONITORING, 'alerts.yml'), 'utf8')))
  .groups.flatMap(({ rules }) => rules);

export const PANELS = Object.values(DASHBOARDS).flatMap(({ panels }) => panels);

/** Everything that is asked of Prometheus, with the text that names its labels. */
export const ASKED: readonly { readonly of: string; readonly expr: string; readonly labelled: string }[] = [
  ...ALERTS.map(({ alert: of, expr, annotations }) => ({ of, expr, labelled: annotations.summary })),
  ...PANELS.flatMap(({ title, queries }) =>
    queries.map(({ expr, legend }) => ({ of: title, expr, labelled: legend })),
  ),
];

/** Every page of a symptom, by its path in the repository. */
export const RUNBOOK_PAGES: ReadonlyMap<string, string> = new Map(
  readdirSync(RUNBOOKS)
    .filter((name) => name !== 'README.md')
    .map((name) => [`docs/runbooks/${name}`, readFileSync(resolve(RUNBOOKS, name), 'utf8')]),
);

export const runbookList = readFileSync(resolve(RUNBOOKS, 'README.md'), 'utf8');
