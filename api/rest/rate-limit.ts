import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/kernel/clock.ts';

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

interface Window {
  readonly endsAt: number;
  used: number;
}

/** Fixed windows per address, for a bounded number of addresses. */
export function createRateLimit({ clock, requests, windowMs, addresses }: RateLimitOptions): RateLimit {
  const windows = new LRUCache<string, Window>({ max: addresses });
  return {
    take: (address) => {
      const now = clock.now();
      let window = windows.get(address);
      if (window === undefined || now >= window.endsAt) {
        window = { endsAt: now + windowMs, used: 0 };
        windows.set(address, window);
      }
      window.used += 1;
      return window.used <= requests ? 0 : Math.max(1, Math.ceil((window.endsAt - now) / 1000));
    },
  };
}
