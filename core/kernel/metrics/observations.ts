import type { Histogram, MetricValueWithName, Registry } from 'prom-client';
import { type HistogramName, METRICS } from '../../../schemas/metrics/all.ts';
import { ByLabels } from './by-labels.ts';

interface Series {
  /** Observations up to each bound and above the one before it; the last one counts those above every bound. */
  readonly counts: number[];
  sum: number;
}

/** A histogram of the table, kept as plain numbers: an observation costs a look-up and three additions. */
export class Observations {
  readonly #name: HistogramName;
  readonly #bounds: readonly number[];
  readonly #series: ByLabels<Series>;

  constructor(name: HistogramName) {
    this.#name = name;
    const bounds = METRICS[name].buckets ?? [];
    this.#bounds = bounds;
    this.#series = new ByLabels(name, () => ({ counts: new Array(bounds.length + 1).fill(0), sum: 0 }));
  }

  /** @param of the values of the metric's labels, in their order */
  observe(value: number, ...of: readonly string[]): void {
    const series = this.#series.of(of);
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

  exposeIn(registry: Registry): void {
    const [name, { help }] = [this.#name, METRICS[this.#name]];
    const get = async () => ({ name, help, type: 'histogram', aggregator: 'sum', values: this.#values() });
    // The registry reads a metric only by its name and `get`; its type names the classes of the library.
    registry.registerMetric({ name, help, type: 'histogram', get } as unknown as Histogram);
  }

  #values(): MetricValueWithName<string>[] {
    return [...this.#series.all()].flatMap(([labels, { counts, sum }]) => {
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
