import type { Clock } from '../../core/kernel/clock.ts';

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  readonly #sleepers = new Set<Sleeper>();
  #now: number;

  constructor(now = 1_790_000_000_000) {
    this.#now = now;
  }

  /** How many are waiting for time to pass. */
  get sleepers(): number {
    return this.#sleepers.size;
  }

  now(): number {
    return this.#now;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const abort = (): void => {
        this.#sleepers.delete(sleeper);
        reject(signal?.reason);
      };
      const sleeper: Sleeper = {
        until: this.#now + ms,
        wake: () => {
          signal?.removeEventListener('abort', abort);
          resolve();
        },
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.#sleepers.add(sleeper);
    });
  }

  /** Moves time on, waking in the order of their times those who sleep no longer. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      const [next] = [...this.#sleepers]
        .filter(({ until }) => until <= end)
        .sort((a, b) => a.until - b.until);
      if (!next) break;
      this.#now = Math.max(this.#now, next.until);
      this.#sleepers.delete(next);
      next.wake();
      // Whoever woke may go to sleep again within the time that is left.
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#now = end;
  }
}
