import type { Clock } from '../../core/kernel/clock.ts';

export interface ManualClock extends Clock {
  /** Moves time on and wakes who slept until then. */
  advance(ms: number): void;
  /** How many are asleep. */
  readonly sleepers: number;
}

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/** A clock that stands still until the test moves it. */
export function manualClock(startMs = 0): ManualClock {
  let now = startMs;
  const sleepers = new Set<Sleeper>();
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((wake, reject) => {
        const sleeper = { until: now + ms, wake };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        });
      }),
    advance: (ms) => {
      now += ms;
      for (const sleeper of sleepers) {
        if (sleeper.until > now) continue;
        sleepers.delete(sleeper);
        sleeper.wake();
      }
    },
    get sleepers() {
      return sleepers.size;
    },
  };
}
