import { setTimeout as delay } from 'node:timers/promises';

/** For what never comes about: on a busy machine everything else may take long. */
export const LONGEST_MS = 180_000;

/** Waits until `condition` gives a truthy value and returns it; fails naming `what` when that never happens. */
export async function waitFor<Value>(
  condition: () => Value | Promise<Value>,
  { what, everyMs = 10 }: { what: string; everyMs?: number },
): Promise<NonNullable<Exclude<Value, false>>> {
  const deadline = Date.now() + LONGEST_MS;
  for (;;) {
    const value = await condition();
    if (value) return value as NonNullable<Exclude<Value, false>>;
    if (Date.now() > deadline) throw new Error(`timed out after ${LONGEST_MS} ms waiting for ${what}`);
    await delay(everyMs);
  }
}
