/** How fast a job reads, and when it will finish. */
export interface Pace {
  /** Items per second over the last samples. */
  readonly rate: number;
  /** Undefined while the end is unknown or nothing is read. */
  readonly etaSeconds: number | undefined;
}

/** The rate is taken over this many samples, so that it is readable. */
const WINDOW = 20;

/** Watches a growing count. */
export class Pacer {
  readonly #samples: { readonly at: number; readonly count: number }[] = [];

  /** `at` in milliseconds. */
  sample(at: number, count: number, expected: number | undefined): Pace {
    this.#samples.push({ at, count });
    if (this.#samples.length > WINDOW) this.#samples.shift();
    const [first, last] = [this.#samples[0], this.#samples.at(-1)];
    const elapsed = first && last ? last.at - first.at : 0;
    const rate = first && last && elapsed > 0 ? ((last.count - first.count) * 1000) / elapsed : 0;
    const left = expected === undefined ? undefined : Math.max(0, expected - count);
    return { rate, etaSeconds: left === undefined || rate <= 0 ? undefined : Math.ceil(left / rate) };
  }
}
