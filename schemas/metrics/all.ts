import { API_METRICS } from './api.ts';
import { INDEX_METRICS } from './index.ts';
import { PROCESS_METRICS } from './process.ts';
import { PROGRAM_METRICS } from './programs.ts';
import { STORE_METRICS } from './stores.ts';
import { WORK_METRICS } from './work.ts';

/** Every metric of ours in `/metrics`. */
export const METRICS = {
  ...INDEX_METRICS,
  ...PROGRAM_METRICS,
  ...API_METRICS,
  ...STORE_METRICS,
  ...WORK_METRICS,
  ...PROCESS_METRICS,
} as const;

export type MetricName = keyof typeof METRICS;

type OfType<Type> = {
  [Name in MetricName]: (typeof METRICS)[Name]['type'] extends Type ? Name : never;
}[MetricName];

export type CounterName = OfType<'counter'>;
export type HistogramName = OfType<'histogram'>;
export type NumberName = OfType<'counter' | 'gauge'>;
