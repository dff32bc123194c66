import { METRICS, type MetricName } from '../../../schemas/metrics/all.ts';
import type { Labels } from './expose.ts';

/** What is kept for each combination of values that the labels of a metric had. */
export class ByLabels<Kept> {
  readonly #names: readonly string[];
  readonly #begin: () => Kept;
  readonly #kept = new Map<string, readonly [labels: Labels, kept: Kept]>();

  constructor(metric: MetricName, begin: () => Kept) {
    this.#names = METRICS[metric].labels;
    this.#begin = begin;
  }

  /** @param values of the labels, in their order */
  of(values: readonly string[]): Kept {
    const key = values.length === 1 ? (values[0] ?? '') : values.join('\n');
    const known = this.#kept.get(key);
    if (known !== undefined) return known[1];
    const labels = Object.fromEntries(this.#names.map((name, index) => [name, values[index] ?? '']));
    const kept = this.#begin();
    this.#kept.set(key, [labels, kept]);
    return kept;
  }

  all(): IterableIterator<readonly [labels: Labels, kept: Kept]> {
    return this.#kept.values();
  }
}
