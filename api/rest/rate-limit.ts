import type { Clock } from '../../core/kernel/clock.ts';
import { networksOf } from '../access/client-network.ts';
import { FixedWindows, secondsLeft } from '../access/fixed-windows.ts';

export interface RateLimit {
  /** Counts one request. Gives the seconds to wait when the client or its network is over its limit, else 0. */
  take(client: string): number;
}

export interface RateLimitOptions {
  readonly clock: Clock;
  /** Of one client in a window; larger networks may send a multiple, see `networksOf`. */
  readonly requests: number;
  readonly windowMs: number;
  readonly networks: number;
}

/** Fixed windows per network, for a bounded number of networks. */
export function createRateLimit({ clock, requests, windowMs, networks }: RateLimitOptions): RateLimit {
  const windows = new FixedWindows({ windowMs, keys: networks }, () => ({ used: 0 }));
  return {
    take: (client) => {
      const now = clock.now();
      for (const { name, clients } of networksOf(client)) {
        const window = windows.at(name, now);
        window.counts.used += 1;
        // Before the larger networks are counted: what is refused to one client takes nothing from its neighbours.
        if (window.counts.used > requests * clients) return secondsLeft(window, now);
      }
      return 0;
    },
  };
}
