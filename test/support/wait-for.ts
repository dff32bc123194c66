import { setTimeout as delay } from 'node:timers/promises';

/** Waits until `condition` gives a truthy value and returns it; fails naming `what` after `timeoutMs`. */
export async function waitFor<Value>(
  condition: () => Value | Promise<Value>,
  { what, timeoutMs = 25_000, everyMs = 10 }: { what: string; timeoutMs?: number; everyMs?: number },
): Promise<NonNullable<Exclude<Value, false>>> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await condition();
    if (value) return value as NonNullable<Exclude<Value, false>>;
    if (Date.now() > deadline) throw new Error(`timed out after ${timeoutMs} ms waiting for ${what}`);
    await delay(everyMs);
  }
}
