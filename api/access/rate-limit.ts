import type { Clock } from '../../core/kernel/clock.ts';
import { networksOf } from './client-network.ts';
import { FixedWindows, secondsLeft } from './fixed-windows.ts';

export interface RateLimitOptions {
  readonly clock: Clock;
  /** Per client and window; larger networks may send a multiple, see `networksOf`. */
  readonly requests: number;
  readonly windowMs: number;
  readonly networks: number;
}

export type RateLimit = ReturnType<typeof createRateLimit>;

/** Fixed windows per network, for a bounded number of networks. */
export function createRateLimit({ clock, requests, windowMs, networks }: RateLimitOptions) {
  const windows = new FixedWindows({ windowMs, keys: networks }, () => ({ used: 0 }));
  return {
    /** Counts one request. Returns the seconds to wait if the client or its network is over its limit, otherwise 0. */
    take: (client: string) => {
      const now = clock.now();
      for (const { name, clients } of networksOf(client)) {
        const window = windows.at(name, now);
        window.counts.used += 1;
        // Before the larger networks are counted: a refused request does not count against the client's neighbours.
        if (window.counts.used > requests * clients) return secondsLeft(window, now);
      }
      return 0;
    },
  };
}
