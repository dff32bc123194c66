import { setTimeout as delay } from 'node:timers/promises';

/** For what never comes about: on a busy machine everything else may take long. */
export const LONGEST_MS = 180_000;

const SHORTEST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 100;

export interface Condition {
  /** For the error. */
  readonly what: string;
  /** How often to look; left out, see `waitFor`. */
  readonly everyMs?: number;
  /** For what takes long by nature; left out, `LONGEST_MS`. */
  readonly withinMs?: number;
}

/**
 * Waits until `condition` gives a truthy value and returns it; fails naming `what` when that never happens. Looking at
 * something in this process is cheap. Asking somebody else slows down what is waited for, so each pause between two
 * questions is a tenth of the time that has passed.
 */
export async function waitFor<Value>(
  condition: () => Value | Promise<Value>,
  { what, everyMs, withinMs = LONGEST_MS }: Condition,
): Promise<NonNullable<Exclude<Value, false>>> {
  const began = Date.now();
  for (;;) {
    const found = condition();
    const value = await found;
    if (value) return value as NonNullable<Exclude<Value, false>>;
    const waited = Date.now() - began;
    if (waited > withinMs) throw new Error(`timed out after ${withinMs} ms waiting for ${what}`);
    await delay(everyMs ?? (found instanceof Promise ? pauseAfter(waited) : SHORTEST_PAUSE_MS));
  }
}

const pauseAfter = (waitedMs: number): number =>
  Math.min(Math.max(SHORTEST_PAUSE_MS, waitedMs / 10), LONGEST_PAUSE_MS);
