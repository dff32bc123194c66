import { setTimeout as delay } from 'node:timers/promises';

/** A bounded series of attempts: waits grow from a quarter of a second to two, and end with the time limit. */
export interface Patience {
  /** Waits before the next attempt, at least `leastMs` if the other side asked for it. False if no time is left. */
  pause(leastMs?: number): Promise<boolean>;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2_000;

export function createPatience(totalMs: number): Patience {
  const end = performance.now() + totalMs;
  let next = FIRST_PAUSE_MS;
  return {
    pause: async (leastMs = 0) => {
      const pauseMs = Math.max(leastMs, next);
      next = Math.min(next * 2, LONGEST_PAUSE_MS);
      if (performance.now() + pauseMs >= end) return false;
      await delay(pauseMs);
      return true;
    },
  };
}
