import type { Clock } from '../../../core/kernel/clock.ts';
import type { RateTier } from '../../../core/rules/rate-tiers.ts';
import { FixedWindows, secondsLeft } from '../fixed-windows.ts';
import type { AgentPrincipal } from './principal.ts';

const WINDOW_MS = 60_000;
const REMEMBERED = 20_000;

/** What remains after one more call of a credential. */
export interface RateTaken {
  /** Seconds to wait before the next call; 0 if this one may proceed. */
  readonly waitSeconds: number;
  /** `RateLimit` and `RateLimit-Policy`, as in the IETF draft. */
  readonly headers: Readonly<Record<'ratelimit' | 'ratelimit-policy', string>>;
}

export interface RateOptions {
  readonly clock: Clock;
  /** Calls per minute, by tier. */
  readonly perMinute: Readonly<Record<RateTier, number>>;
}

export type CredentialRates = ReturnType<typeof createCredentialRates>;

/** Counts the calls of each credential in windows of a minute, in this process. */
export function createCredentialRates({ clock, perMinute }: RateOptions) {
  const windows = new FixedWindows({ windowMs: WINDOW_MS, keys: REMEMBERED }, () => ({ used: 0 }));
  return {
    take: ({ credentialId, tier }: Pick<AgentPrincipal, 'credentialId' | 'tier'>) => {
      const now = clock.now();
      const window = windows.at(credentialId, now);
      window.counts.used += 1;
      const left = perMinute[tier] - window.counts.used;
      const seconds = secondsLeft(window, now);
      return {
        waitSeconds: left >= 0 ? 0 : seconds,
        headers: {
          ratelimit: `"${tier}";r=${Math.max(0, left)};t=${seconds}`,
          'ratelimit-policy': `"${tier}";q=${perMinute[tier]};w=${WINDOW_MS / 1000}`,
        },
      };
    },
  };
}
