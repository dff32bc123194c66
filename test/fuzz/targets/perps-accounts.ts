import { isLaunchlensError } from '../../../core/kernel/errors/error.ts';
import { VENUE_LISTS, VENUE_PAGES } from '../../../schemas/venues/protocol.ts';
import { perpsOver, recorded, requestOf, TRADER } from '../../api/venues/jupiter/perps/support.ts';
import { pubkeyOf } from '../../support/index-builder.ts';
import { mutated, mutatedInPlace } from '../support/mutate.ts';
import { type FuzzTarget, hold } from '../support/target.ts';

const REQUESTED = { side: 'short', change: 'Decrease', trigger: 70_000 } as const;

/** Accounts of a perpetual exchange: what is listed follows the protocol of venues. */
export const perpsAccounts: FuzzTarget = {
  name: 'perps-accounts',
  feeds: 'accounts of Jupiter Perps to the lists of its venue',
  share: 0.2,
  good: 'accepted',
  start: async () => {
    const whole = [...recorded([pubkeyOf('request'), await requestOf(TRADER, REQUESTED)])];
    return {
      feed: async (random) => {
        const accounts = new Map(
          whole.map(([address, held]) => {
            if (!random.once(4)) return [address, held];
            const data = random.once(4) ? mutated(held.data, random) : mutatedInPlace(held.data, random);
            return [address, { ...held, data }];
          }),
        );
        const what = random.pick(VENUE_LISTS);
        try {
          const page = await perpsOver(accounts).list(what);
          hold(VENUE_PAGES[what].safeParse(page).success, 'a page follows the protocol', () => page);
          return 'accepted';
        } catch (error) {
          if (isLaunchlensError(error, 'VENUE_FAILED')) return error.code;
          throw error;
        }
      },
    };
  },
};
