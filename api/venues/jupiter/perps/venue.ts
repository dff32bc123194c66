import type { Clock } from '../../../../core/kernel/clock.ts';
import { isLaunchlensError, LaunchlensError } from '../../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../../core/kernel/pubkey.ts';
import type { VenueList } from '../../../../schemas/venues/protocol.ts';
import type { LimitMetrics } from '../../../access/limit-names.ts';
import { failed } from '../../ask.ts';
import { type Venue, venueLanes } from '../../venue.ts';
import { PERPS_PROGRAM_ID } from './accounts.ts';
import { PERPS_LISTS, perpsPage } from './lists.ts';
import { JUPITER_PERPS, type ReadAccounts, snapshotOf } from './snapshot.ts';

export const PERPS_PROGRAMS: readonly Pubkey[] = [PERPS_PROGRAM_ID];
/** Where owners trade. */
const PAGES = 'https://jup.ag/perps';

export interface JupiterPerpsOptions {
  /** Accounts of the chain. @throws CHAIN_UNREADABLE */
  readonly accounts: ReadAccounts;
  readonly clock: Clock;
  readonly metrics?: LimitMetrics | undefined;
}

/**
 * Jupiter's perpetual exchange, read from the accounts of its program, after its IDL. It has no API. Keepers execute
 * what owners request on its pages, to which trades are handed off.
 * https://developers.jup.ag/docs/perps
 */
export function createJupiterPerps({ accounts, clock, metrics }: JupiterPerpsOptions): Venue {
  const takeSlot = venueLanes(JUPITER_PERPS, metrics);
  const read: ReadAccounts = (addresses) => accounts(addresses).catch(ofVenue);
  return {
    ...{ name: JUPITER_PERPS, kind: 'perps', programs: PERPS_PROGRAMS, lists: PERPS_LISTS },
    quote: async () => {
      throw new LaunchlensError('INTERNAL', {});
    },
    build: async () => ({ kind: 'hand_off', url: PAGES }),
    list: async (list, { owner, parameters, asker }) => {
      if (!isListed(list)) throw new LaunchlensError('VENUE_LISTS_NOTHING', { venue: JUPITER_PERPS });
      const giveBack = takeSlot(asker);
      try {
        const now = BigInt(Math.floor(clock.now() / 1_000));
        return perpsPage(await snapshotOf(read, { owner, now }), { list, parameters, now });
      } finally {
        giveBack();
      }
    },
  };
}

function isListed(list: VenueList): list is (typeof PERPS_LISTS)[number] {
  return PERPS_LISTS.some((one) => one === list);
}

function ofVenue(error: unknown): never {
  if (isLaunchlensError(error, 'CHAIN_UNREADABLE'))
    throw failed(JUPITER_PERPS, `${error.context.reason}`, error);
  throw error;
}
