import type { Registry } from 'prom-client';
import { gaugesOf } from '../../core/kernel/gauges.ts';
import { snakeCase } from '../../schemas/letter-case.ts';

/** What a worker measures: the name of each measure, and its help text in /metrics. */
interface Measures<Count extends string, State extends string> {
  /** Of the names in /metrics. */
  readonly prefix: string;
  /** Counted from 0. */
  readonly counts: Readonly<Record<Count, string>>;
  /** Undefined, and absent in /metrics, until they are first known. */
  readonly states: Readonly<Record<State, string>>;
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
  const all: Readonly<Record<string, string>> = { ...states, ...counts };
  const values: Record<string, number | undefined> = {};
  const gauge = registry && gaugesOf(prefix, [registry]);
  for (const [name, help] of Object.entries(all)) {
    values[name] = name in counts ? 0 : undefined;
    gauge?.(snakeCase(name), help, () => values[name]);
  }
  return values as Values<Count, State>;
}
