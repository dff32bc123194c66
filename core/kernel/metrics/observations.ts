import type { Histogram, MetricValueWithName, Registry } from 'prom-client';
import { type HistogramName, METRICS } from '../../../schemas/metrics/all.ts';
import type { Labels } from './expose.ts';

interface Series {
  readonly labels: Labels;
  /** Observations up to each bound and above the one before it; the last one counts those above every bound. */
  readonly counts: number[];
  sum: number;
}

/** A histogram of the table, kept as plain numbers: an observation costs a look-up and three additions. */
export class Observations {
  readonly #name: HistogramName;
  readonly #bounds: readonly number[];
  readonly #series = new Map<string, Series>();

  constructor(registry: Registry, name: HistogramName) {
    this.#name = name;
    const { help, buckets = [] } = METRICS[name];
    this.#bounds = buckets;
    const get = async () => ({ name, help, type: 'histogram', aggregator: 'sum', values: this.#values() });
    // The registry reads a metric only by its name and `get`; its type names the classes of the library.
    registry.registerMetric({ name, help, type: 'histogram', get } as unknown as Histogram);
  }

  /** @param of the values of the metric's labels, in their order */
  observe(value: number, ...of: readonly string[]): void {
    const key = of.length === 1 ? (of[0] ?? '') : of.join('\n');
    let series = this.#series.get(key);
    if (series === undefined) {
      series = this.#begin(of);
      this.#series.set(key, series);
    }
    let bucket = 0;
    while (bucket < this.#bounds.length && value > (this.#bounds[bucket] ?? 0)) bucket += 1;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.sum += value;
  }

  /** Observes the seconds from now to the call of the result. */
  start(...of: readonly string[]): () => void {
    const startedAt = performance.now();
    return () => this.observe((performance.now() - startedAt) / 1000, ...of);
  }

  #begin(of: readonly string[]): Series {
    const labels = Object.fromEntries(
      METRICS[this.#name].labels.map((label, index) => [label, of[index] ?? '']),
    );
    return { labels, counts: new Array<number>(this.#bounds.length + 1).fill(0), sum: 0 };
  }

  #values(): MetricValueWithName<string>[] {
    return [...this.#series.values()].flatMap(({ labels, counts, sum }) => {
      let total = 0;
      const buckets = [...this.#bounds, '+Inf'].map((le, index) => {
        total += counts[index] ?? 0;
        return { metricName: `${this.#name}_bucket`, labels: { le, ...labels }, value: total };
      });
      return [
        ...buckets,
        { metricName: `${this.#name}_sum`, labels, value: sum },
        { metricName: `${this.#name}_count`, labels, value: total },
      ];
    });
  }
}
