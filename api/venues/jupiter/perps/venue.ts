import type { Clock } from '../../../../core/kernel/clock.ts';
import { isLaunchlensError, LaunchlensError } from '../../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../../core/kernel/pubkey.ts';
import { VENUE_LISTS, VENUE_PAGES, type VenuePage } from '../../../../schemas/venues/protocol.ts';
import type { LimitMetrics } from '../../../access/limit-names.ts';
import { failed } from '../../ask.ts';
import { type Venue, venueLanes } from '../../venue.ts';
import { PERPS_PROGRAM_ID } from './accounts.ts';
import { ordersPage, perpsPage } from './lists.ts';
import { type FindAccounts, JUPITER_PERPS, type ReadAccounts, requestsOf, snapshotOf } from './snapshot.ts';

export const PERPS_PROGRAMS: readonly Pubkey[] = [PERPS_PROGRAM_ID];
/** Where owners trade. */
const PAGES = 'https://jup.ag/perps';

export interface JupiterPerpsOptions {
  /** Both read the chain. @throws CHAIN_UNREADABLE */
  readonly accounts: ReadAccounts;
  readonly programAccounts: FindAccounts;
  readonly clock: Clock;
  readonly metrics?: LimitMetrics | undefined;
}

/**
 * Jupiter's perpetual exchange, read from the accounts of its program, after its IDL. It has no API. Keepers execute
 * what owners request on its pages, to which trades are handed off.
 * https://developers.jup.ag/docs/perps
 */
export function createJupiterPerps({
  accounts,
  programAccounts,
  clock,
  metrics,
}: JupiterPerpsOptions): Venue {
  const takeSlot = venueLanes(JUPITER_PERPS, metrics);
  const read: ReadAccounts = (addresses) => accounts(addresses).catch(ofVenue);
  const find: FindAccounts = (program, filters) => programAccounts(program, filters).catch(ofVenue);
  return {
    ...{ name: JUPITER_PERPS, kind: 'perps', programs: PERPS_PROGRAMS, lists: VENUE_LISTS },
    quote: async () => {
      throw new LaunchlensError('INTERNAL', {});
    },
    build: async () => ({ kind: 'hand_off', url: PAGES }),
    list: async (list, { owner, parameters, asker }) => {
      const giveBack = takeSlot(asker);
      try {
        const now = BigInt(Math.floor(clock.now() / 1_000));
        const snapshot = await snapshotOf(read, { owner, now });
        if (list !== 'orders') return plausible(perpsPage(snapshot, { list, parameters, now }));
        const requests = owner === undefined ? [] : await requestsOf(find, owner);
        return plausible(ordersPage(snapshot, requests, parameters));
      } finally {
        giveBack();
      }
    },
  };
}

/** Refuses figures that no market has, as an answer of another venue would be. @throws VENUE_FAILED */
function plausible(page: VenuePage): VenuePage {
  if (VENUE_PAGES[page.list].safeParse(page).success) return page;
  throw failed(JUPITER_PERPS, 'its accounts have figures that no market has');
}

function ofVenue(error: unknown): never {
  if (isLaunchlensError(error, 'CHAIN_UNREADABLE'))
    throw failed(JUPITER_PERPS, `${error.context.reason}`, error);
  throw error;
}
