import { Gauge, type Registry } from 'prom-client';

/** Registers a gauge whose value is computed at each scrape. */
export type RegisterGauge = (name: string, help: string, value: () => number | undefined) => void;

/** Gauges named `<prefix>_<name>`. */
export function gaugesOf(prefix: string, registers: Registry[]): RegisterGauge {
  return (name, help, value) => {
    new Gauge({
      name: `${prefix}_${name}`,
      help,
      registers,
      collect() {
        const now = value();
        // Unknown values are omitted: a 0 would be read as a measurement.
        if (now === undefined) this.remove();
        else this.set(now);
      },
    });
  };
}
