import type { Clock } from '../../../core/kernel/clock.ts';

/** A clock at which nothing is waited for; it tells how long it would have been. */
export function hastyClock(): Clock & { readonly slept: number[] } {
  const slept: number[] = [];
  return { slept, now: () => Date.UTC(2026, 0, 1), sleep: async (ms) => void slept.push(ms) };
}
