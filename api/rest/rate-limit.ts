import type { Clock } from '../../core/kernel/clock.ts';
import { FixedWindows, secondsLeft } from '../access/fixed-windows.ts';

export interface RateLimit {
  /** Counts one request. Gives the seconds to wait when the address is over its limit, else 0. */
  take(address: string): number;
}

export interface RateLimitOptions {
  readonly clock: Clock;
  readonly requests: number;
  readonly windowMs: number;
  readonly addresses: number;
}

/** Fixed windows per address, for a bounded number of addresses. */
export function createRateLimit({ clock, requests, windowMs, addresses }: RateLimitOptions): RateLimit {
  const windows = new FixedWindows({ windowMs, keys: addresses }, () => ({ used: 0 }));
  return {
    take: (address) => {
      const now = clock.now();
      const window = windows.at(address, now);
      window.counts.used += 1;
      return window.counts.used <= requests ? 0 : secondsLeft(window, now);
    },
  };
}
