import type { Registry } from 'prom-client';
import type { CounterName } from '../../../schemas/metrics/all.ts';
import { ByLabels } from './by-labels.ts';
import { expose } from './expose.ts';

/** A counter of the table with labels, kept as plain numbers. */
export class Tally {
  readonly #name: CounterName;
  readonly #counts: ByLabels<{ count: number }>;

  /** @param first what is counted from 0, so that an alert sees the first one as an increase */
  constructor(name: CounterName, first: Iterable<readonly string[]> = []) {
    this.#name = name;
    this.#counts = new ByLabels(name, () => ({ count: 0 }));
    for (const values of first) this.#counts.of(values);
  }

  /** @param of the values of the metric's labels, in their order */
  add(...of: readonly string[]): void {
    this.#counts.of(of).count += 1;
  }

  exposeIn(registry: Registry): void {
    expose(registry, this.#name, () => [...this.#counts.all()].map(([labels, { count }]) => [labels, count]));
  }
}
