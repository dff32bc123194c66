import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { VenueListAnswer, VenueListInput } from '../../../schemas/mcp/venue-lists.ts';
import type { VenueList } from '../../../schemas/venues/protocol.ts';
import { JUPITER_PERPS } from '../../venues/jupiter/perps/snapshot.ts';
import type { Venue, VenueParameters } from '../../venues/venue.ts';
import { settingNamed, type Venues } from '../../venues/venues.ts';
import { wireInstant } from '../wire.ts';

/** Everybody's, so the venue does not learn who asks. */
const PUBLIC: readonly VenueList[] = ['markets', 'rates'];

/**
 * One page of what a venue has, as the venue says it.
 * @throws VENUE_NOT_CONFIGURED, VENUE_BUSY, VENUE_FAILED, VENUE_REFUSED
 */
export async function listVenue(
  venues: Venues,
  { venue: kind, list, ...terms }: VenueListInput,
  owner: Pubkey,
): Promise<VenueListAnswer> {
  const venue = kind === JUPITER_PERPS ? namedOf(venues, kind) : venues.of(kind);
  if (venue.list === undefined) throw new LaunchlensError('VENUE_LISTS_NOTHING', { venue: venue.name });
  const given = Object.entries(terms).filter(([, value]) => value !== undefined);
  const page = await venue.list(list, {
    owner: PUBLIC.includes(list) ? undefined : owner,
    parameters: Object.fromEntries(given) as VenueParameters,
    asker: { lane: 'calls', client: owner },
  });
  const { results, as_of, next_cursor } = page;
  return {
    ...{ venue: venue.name, as_of, next_cursor, asked_at: wireInstant(venues.clock.now()) },
    [list]: results,
  };
}

function namedOf(venues: Venues, name: string): Venue {
  const venue = venues.named(name);
  if (venue !== undefined) return venue;
  throw new LaunchlensError('VENUE_NOT_CONFIGURED', { venue: name, setting: settingNamed(name) });
}
