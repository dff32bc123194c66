import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../core/kernel/clock.ts';
import type { RateTier } from '../../../core/rules/rate-tiers.ts';
import type { AgentPrincipal } from './principal.ts';

const WINDOW_MS = 60_000;
const REMEMBERED = 20_000;

/** What one more call of a credential leaves it. */
export interface RateTaken {
  /** Seconds to wait before the next call; 0 where this one may go on. */
  readonly waitSeconds: number;
  /** `RateLimit` and `RateLimit-Policy`, as the IETF's draft has them. */
  readonly headers: Readonly<Record<'ratelimit' | 'ratelimit-policy', string>>;
}

export interface CredentialRates {
  take(credential: Pick<AgentPrincipal, 'credentialId' | 'tier'>): RateTaken;
}

export interface RateOptions {
  readonly clock: Clock;
  /** Calls in a minute, by tier. */
  readonly perMinute: Readonly<Record<RateTier, number>>;
}

interface Window {
  readonly endsAt: number;
  used: number;
}

/** Counts the calls of each credential in windows of a minute, in this process. */
export function createCredentialRates({ clock, perMinute }: RateOptions): CredentialRates {
  const windows = new LRUCache<string, Window>({ max: REMEMBERED });
  return {
    take: ({ credentialId, tier }) => {
      const now = clock.now();
      let window = windows.get(credentialId);
      if (window === undefined || now >= window.endsAt) {
        window = { endsAt: now + WINDOW_MS, used: 0 };
        windows.set(credentialId, window);
      }
      window.used += 1;
      const most = perMinute[tier];
      const seconds = Math.max(1, Math.ceil((window.endsAt - now) / 1000));
      return {
        waitSeconds: window.used <= most ? 0 : seconds,
        headers: {
          ratelimit: `"${tier}";r=${Math.max(0, most - window.used)};t=${seconds}`,
          'ratelimit-policy': `"${tier}";q=${most};w=${WINDOW_MS / 1000}`,
        },
      };
    },
  };
}
