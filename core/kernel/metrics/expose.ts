import { Counter, Gauge, type Registry } from 'prom-client';
import { METRICS, type NumberName } from '../../../schemas/metrics/all.ts';

export type Labels = Readonly<Record<string, string>>;
export type Sample = readonly [labels: Labels, value: number];

/** Current values: one number, or one for each set of labels. Undefined while unknown. */
export type Values = number | undefined | Iterable<Sample>;

/** Registers a metric of the table. Its values are read at each scrape, so counting costs no more than an addition. */
export function expose(registry: Registry, name: NumberName, read: () => Values | Promise<Values>): void {
  const { type, help, labels } = METRICS[name];
  const options = { name, help, labelNames: labels, registers: [registry] };
  if (type === 'counter') {
    new Counter({
      ...options,
      async collect() {
        const values = samples(await read());
        this.reset();
        for (const [of, value] of values) this.inc(of, value);
      },
    });
  } else {
    new Gauge({
      ...options,
      async collect() {
        const values = samples(await read());
        this.reset();
        // A gauge without labels starts at 0, which would be read as a measurement.
        if (values.length === 0 && labels.length === 0) this.remove();
        for (const [of, value] of values) this.set(of, value);
      },
    });
  }
}

/** Registers several metrics of the table. */
export function exposeAll(
  registry: Registry,
  reads: Readonly<Partial<Record<NumberName, () => Values | Promise<Values>>>>,
): void {
  for (const [name, read] of Object.entries(reads)) expose(registry, name as NumberName, read);
}

/** Values by one label. */
export function by(label: string, values: Iterable<readonly [string, number]>): Sample[] {
  return [...values].map(([of, value]) => [{ [label]: of }, value]);
}

/** Chain integers lose nothing that a graph shows. */
export function asNumber(value: bigint | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

function samples(values: Values): readonly Sample[] {
  if (values === undefined) return [];
  return typeof values === 'number' ? [[{}, values]] : [...values];
}
