import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../core/kernel/clock.ts';
import type { RateTier } from '../../../core/rules/rate-tiers.ts';
import type { Credential } from '../../state/credentials/credential.ts';
import type { CredentialEvents } from '../../state/credentials/events.ts';

const WINDOW_MS = 60_000;
const REMEMBERED = 10_000;

interface Window {
  readonly endsAt: number;
  recorded: number;
  /** Uses that were refused after as many as its tier has. */
  beyond: number;
}

export interface Refusals {
  /** Puts a refused use into the trail of its owner. */
  note(credential: Credential, surface: string, reason: string): Promise<void>;
}

export interface RefusalOptions {
  readonly events: Pick<CredentialEvents, 'record'>;
  readonly clock: Clock;
  /** Calls in a minute, by tier. */
  readonly perMinute: Readonly<Record<RateTier, number>>;
}

/**
 * Refused uses, one event each up to the rate that the credential had. Beyond it a dead credential could fill the store,
 * so the first event of a later minute tells how many more there were.
 */
export function createRefusals({ events, clock, perMinute }: RefusalOptions): Refusals {
  const windows = new LRUCache<string, Window>({ max: REMEMBERED });
  return {
    note: async ({ id, owner, tier }, surface, reason) => {
      const at = clock.now();
      let window = windows.get(id);
      let untold = 0;
      if (window === undefined || at >= window.endsAt) {
        untold = window?.beyond ?? 0;
        window = { endsAt: at + WINDOW_MS, recorded: 0, beyond: 0 };
        windows.set(id, window);
      }
      if (window.recorded >= perMinute[tier]) {
        window.beyond += 1;
        return;
      }
      window.recorded += 1;
      const more = untold === 0 ? '' : `; ${untold} more before`;
      await events.record({
        kind: 'refused',
        credentialId: id,
        owner,
        at,
        surface,
        reason: `${reason}${more}`,
      });
    },
  };
}
