import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { TransactionChain } from '../../read/chain/transactions.ts';
import { programsSettingOf, settingNamed, type Venues } from '../../venues/venues.ts';
import type { TransactionBuilder } from '../intents/draft.ts';
import { checkedTransaction } from './check-transaction.ts';
import { VENUE_BUILDER, venueTerms } from './draft.ts';

export interface VenueBuilderOptions {
  readonly venues: Venues;
  readonly chain: TransactionChain;
}

/**
 * Asks an intent's venue to build again, and checks the result against the plan.
 * @throws VENUE_NOT_CONFIGURED, VENUE_BUSY, VENUE_FAILED, VENUE_REFUSED, VENUE_TRANSACTION_REFUSED, SIMULATION_FAILED,
 * CHAIN_UNREADABLE
 */
export function venueBuilder({ venues, chain }: VenueBuilderOptions): TransactionBuilder {
  return {
    name: VENUE_BUILDER,
    build: async ({ owner, terms, fee, purpose }) => {
      const { venue: name, action, parameters, ...told } = venueTerms.parse(terms);
      const venue = venues.named(name);
      if (venue?.build === undefined) {
        throw new LaunchlensError('VENUE_NOT_CONFIGURED', { venue: name, setting: settingNamed(name) });
      }
      const asker = { lane: purpose === 'sign' ? 'signing' : 'calls', client: owner } as const;
      const built = await venue.build({ action, owner, parameters, asker });
      if (built.kind !== 'transaction') {
        const reason = 'the venue gives none any more, but a place to go to';
        throw new LaunchlensError('VENUE_TRANSACTION_REFUSED', { venue: name, reason });
      }
      return checkedTransaction(chain, built.transaction, {
        ...{ venue: name, wallet: owner, fee, outflows: told.outflows, minimum: told.minimum ?? undefined },
        ...{ programs: venue.programs, programsSetting: programsSettingOf(venue.kind) },
        callsProgram: told.calls_program,
      });
    },
  };
}
