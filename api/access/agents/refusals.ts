import type { Clock } from '../../../core/kernel/clock.ts';
import type { RateTier } from '../../../core/rules/rate-tiers.ts';
import type { Credential } from '../../state/credentials/credential.ts';
import type { CredentialEvents } from '../../state/credentials/events.ts';
import { FixedWindows } from '../fixed-windows.ts';

const WINDOW_MS = 60_000;
const REMEMBERED = 10_000;

interface Refused {
  recorded: number;
  /** Uses that were refused after as many as its tier has. */
  beyond: number;
  /** The same of the window before. */
  readonly untold: number;
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
  const begin = (ended: Refused | undefined): Refused => ({
    recorded: 0,
    beyond: 0,
    untold: ended?.beyond ?? 0,
  });
  const windows = new FixedWindows({ windowMs: WINDOW_MS, keys: REMEMBERED }, begin);
  return {
    note: async ({ id, owner, tier }, surface, reason) => {
      const at = clock.now();
      const { counts } = windows.at(id, at);
      if (counts.recorded >= perMinute[tier]) {
        counts.beyond += 1;
        return;
      }
      const more = counts.recorded === 0 && counts.untold > 0 ? `; ${counts.untold} more before` : '';
      counts.recorded += 1;
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
