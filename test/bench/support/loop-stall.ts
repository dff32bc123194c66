import { performance } from 'node:perf_hooks';

const TICK_MS = 2;

/** Watches how late a short timer fires: the longest time in which this process could answer nobody. */
export function watchStall(): () => number {
  let last = performance.now();
  let worst = 0;
  const note = (): void => {
    const now = performance.now();
    worst = Math.max(worst, now - last - TICK_MS);
    last = now;
  };
  const timer = setInterval(note, TICK_MS);
  return () => {
    clearInterval(timer);
    note();
    return worst;
  };
}
