/** A metric of `/metrics`, declared once: its registration, docs/monitoring.md, dashboards and alert rules follow. */
export interface Metric {
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** What a value means, for operators: the HELP text and the row of the documentation. */
  readonly help: string;
  /** Every label has a bounded number of values: never text that a caller chose. */
  readonly labels: readonly string[];
  /** Upper bounds of a histogram. */
  readonly buckets?: readonly number[];
}

/** Names end in `_total`. */
export function counter(help: string, ...labels: string[]): Metric & { readonly type: 'counter' } {
  return { type: 'counter', help, labels };
}

/** Absent while the value is unknown: a 0 would be read as a measurement. */
export function gauge(help: string, ...labels: string[]): Metric & { readonly type: 'gauge' } {
  return { type: 'gauge', help, labels };
}

/** Names end in the unit of the buckets. */
export function histogram(
  buckets: readonly number[],
  help: string,
  ...labels: string[]
): Metric & { readonly type: 'histogram' } {
  return { type: 'histogram', help, labels, buckets };
}

/** Seconds, from an answer that lies ready to an export. */
export const LATENCY = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 15];
