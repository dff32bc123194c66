import type { Clock } from '../../../core/kernel/clock.ts';
import type { RateTier } from '../../../core/rules/rate-tiers.ts';
import type { Credential } from '../../state/credentials/credential.ts';
import type { CredentialEvents } from '../../state/credentials/events.ts';
import { FixedWindows } from '../fixed-windows.ts';

const WINDOW_MS = 60_000;
const REMEMBERED = 10_000;

interface Refused {
  recorded: number;
  /** Refused uses beyond the tier's limit. */
  beyond: number;
  /** The same of the window before. */
  readonly untold: number;
}

export interface RefusalOptions {
  readonly events: Pick<CredentialEvents, 'record'>;
  readonly clock: Clock;
  /** Calls per minute, by tier. */
  readonly perMinute: Readonly<Record<RateTier, number>>;
}

export type Refusals = ReturnType<typeof createRefusals>;

/**
 * Refused uses, one event each up to the credential's rate limit. Otherwise an invalid credential could fill the store;
 * the first event of a later minute states how many more there were.
 */
export function createRefusals({ events, clock, perMinute }: RefusalOptions) {
  const begin = (ended: Refused | undefined): Refused => ({
    recorded: 0,
    beyond: 0,
    untold: ended?.beyond ?? 0,
  });
  const windows = new FixedWindows({ windowMs: WINDOW_MS, keys: REMEMBERED }, begin);
  return {
    /** Records a refused use in its owner's audit log. */
    note: async ({ id, owner, tier }: Credential, surface: string, reason: string) => {
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
