import type { Clock } from '../../../core/kernel/clock.ts';

/** A wait that can be interrupted. */
export function createWaker(clock: Clock) {
  let pending = false;
  let running: AbortController | undefined;
  return {
    /** Ends the running wait, or the next one at once. */
    wake: () => {
      pending = true;
      running?.abort();
    },
    /** Waits `ms`; a wake or an abort ends it early, never with an error. True if it was a wake. */
    wait: async (ms: number, signal: AbortSignal) => {
      if (!pending && !signal.aborted) {
        const controller = new AbortController();
        running = controller;
        const stop = (): void => controller.abort();
        signal.addEventListener('abort', stop, { once: true });
        await clock.sleep(ms, controller.signal).catch(ignoreWake);
        signal.removeEventListener('abort', stop);
        running = undefined;
      }
      const woken = pending;
      pending = false;
      return woken;
    },
  };
}

/** A sleep rejects only because it was interrupted, as requested. */
function ignoreWake(): void {}
