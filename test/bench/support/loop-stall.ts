import { performance } from 'node:perf_hooks';
import { IDLE_STEP_MS, watchLongest } from '../../support/watch-longest.ts';

/** Watches how late a short timer fires: the longest time in which this process could answer nobody. */
export function watchStall(): () => number {
  const longest = watchLongest(() => performance.now());
  return () => Math.max(0, longest() - IDLE_STEP_MS);
}
