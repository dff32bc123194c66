import { readFileSync } from 'node:fs';
import type { Metric } from '../../schemas/metrics/metric.ts';

export const monitoringPage = readFileSync(new URL('../../docs/monitoring.md', import.meta.url), 'utf8');

/** The row of a metric in docs/monitoring.md. */
export function rowOf(name: string, { type, labels, help }: Metric): string {
  const named = labels.map((label) => `\`${label}\``).join(', ');
  return `| \`${name}\` | ${type} | ${named} | ${help} |`;
}

/** The documented rows, in their order. */
export function documentedRows(): string[] {
  return [...monitoringPage.matchAll(/^\| `launchlens_\w+` \|.*$/gm)].map(([row]) => row);
}
