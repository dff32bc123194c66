import { Gauge, type Registry } from 'prom-client';

/** Registers a gauge whose value is asked for when somebody scrapes. */
export type RegisterGauge = (name: string, help: string, value: () => number | undefined) => void;

/** Gauges that are called `<prefix>_<name>`. */
export function gaugesOf(prefix: string, registers: Registry[]): RegisterGauge {
  return (name, help, value) => {
    new Gauge({
      name: `${prefix}_${name}`,
      help,
      registers,
      collect() {
        const now = value();
        // What is not known is left out: a 0 would be read as a figure.
        if (now === undefined) this.remove();
        else this.set(now);
      },
    });
  };
}
