import type { Registry } from 'prom-client';
import { expose } from '../../core/kernel/metrics/expose.ts';
import { snakeCase } from '../../schemas/letter-case.ts';
import { METRICS, type NumberName } from '../../schemas/metrics/all.ts';

/** What a worker measures. `schemas/metrics/work.ts` declares each as `<prefix>_<name>`, a count with `_total` behind it. */
interface Measures<Count extends string, State extends string> {
  readonly prefix: string;
  /** Counted from 0. */
  readonly counts: readonly Count[];
  /** Undefined, and absent in /metrics, until they are first known. */
  readonly states: readonly State[];
}

type Values<Count extends string, State extends string> = Record<Count, number> & {
  [Name in State]: number | undefined;
};

export type Measured<Of> = Of extends Measures<infer Count, infer State> ? Values<Count, State> : never;

/** New values, which a worker updates and the registry reads at each scrape. */
export function measured<Count extends string, State extends string>(
  { prefix, counts, states }: Measures<Count, State>,
  registry?: Registry,
): Values<Count, State> {
  const values: Record<string, number | undefined> = {};
  const add = (name: string, first: number | undefined, metric: string): void => {
    if (!(metric in METRICS)) throw new TypeError(`schemas/metrics does not declare ${metric}`);
    values[name] = first;
    if (registry) expose(registry, metric as NumberName, () => values[name]);
  };
  for (const name of counts) add(name, 0, `${prefix}_${snakeCase(name)}_total`);
  for (const name of states) add(name, undefined, `${prefix}_${snakeCase(name)}`);
  return values as Values<Count, State>;
}
