import { parseDecimal } from '../../../core/kernel/decimal.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { liquidationDistance } from '../../../core/rules/liquidation-alerts.ts';
import type { VenuePage } from '../../../schemas/venues/protocol.ts';
import { JUPITER_BORROW } from '../../venues/jupiter/borrow-lists.ts';
import { JUPITER_PERPS } from '../../venues/jupiter/perps/snapshot.ts';
import type { Venue } from '../../venues/venue.ts';
import { settingNamed, type Venues } from '../../venues/venues.ts';

type Position = Extract<VenuePage, { list: 'positions' }>['results'][number];

const AT_ONCE = 50;
const MOST_PAGES = 10;
const PLACES = 18;

/** A venue that lists positions, by its name. */
function watchedVenue(venues: Pick<Venues, 'named'>, name: string): Venue | undefined {
  const venue = venues.named(name);
  const lists = venue?.list !== undefined && venue.lists.includes('positions');
  return lists && WITH_POSITIONS.includes(venue.kind) ? venue : undefined;
}

/** Kinds whose positions can be liquidated. */
const WITH_POSITIONS: readonly string[] = ['perps', 'lending', 'borrow'];

/** The names of venues of these kinds. */
const WATCHABLE: readonly string[] = ['perps', 'lending', JUPITER_BORROW, JUPITER_PERPS];

/** Why positions of a venue are not watched; undefined if they are. */
export function whyNotWatched(venues: Pick<Venues, 'named'>, name: string): string | undefined {
  if (watchedVenue(venues, name) !== undefined) return undefined;
  if (venues.named(name) !== undefined) return `the venue ${name} lists no positions that can be liquidated`;
  return WATCHABLE.includes(name)
    ? `the operator has not set ${settingNamed(name)}`
    : `no venue here has that name; those with positions that can be liquidated are ${WATCHABLE.join(', ')}`;
}

/** The position nearest to its liquidation. */
export interface Nearest {
  readonly position: Priced;
  /** To its liquidation, in basis points of the price. */
  readonly distance: bigint;
}

type Priced = Position & { readonly mark_price: string; readonly liquidation_price: string };

/** What a venue says of an owner's positions in a market. */
export interface PositionsSeen {
  readonly count: number;
  /** Undefined if the venue gives no prices of any. */
  readonly nearest: Nearest | undefined;
  /** Whether there may be more than were looked at. */
  readonly partial: boolean;
}

export interface PositionsOf {
  readonly owner: Pubkey;
  readonly venue: string;
  readonly market: string;
}

/** @throws VENUE_NOT_CONFIGURED, VENUE_BUSY, VENUE_FAILED, VENUE_REFUSED */
export async function positionsOf(
  venues: Pick<Venues, 'named'>,
  { owner, venue: name, market }: PositionsOf,
): Promise<PositionsSeen> {
  const venue = watchedVenue(venues, name);
  if (venue?.list === undefined)
    throw new LaunchlensError('VENUE_NOT_CONFIGURED', { venue: name, setting: settingNamed(name) });
  const found: Position[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page = await venue.list('positions', {
      owner,
      parameters: { market, limit: AT_ONCE, ...(cursor !== undefined && { cursor }) },
      asker: { lane: 'calls', client: owner },
    });
    // A venue may leave the filter to its caller.
    if (page.list === 'positions') found.push(...page.results.filter((row) => row.market === market));
    cursor = page.next_cursor ?? undefined;
    if (cursor === undefined) break;
  }
  return { count: found.length, nearest: nearestOf(found), partial: cursor !== undefined };
}

function nearestOf(positions: readonly Position[]): Nearest | undefined {
  let nearest: Nearest | undefined;
  for (const position of positions) {
    if (!isPriced(position)) continue;
    const distance = distanceOf(position);
    if (distance === undefined || (nearest && nearest.distance <= distance)) continue;
    nearest = { position, distance };
  }
  return nearest;
}

function isPriced(position: Position): position is Priced {
  return position.mark_price !== null && position.liquidation_price !== null;
}

function distanceOf({ side, mark_price, liquidation_price }: Priced): bigint | undefined {
  const [mark, liquidation] = [parseDecimal(mark_price, PLACES), parseDecimal(liquidation_price, PLACES)];
  if (mark === undefined || liquidation === undefined) return undefined;
  return liquidationDistance({ side, mark, liquidation });
}
