import { z } from 'zod';
import { formatShortest } from '../../../core/kernel/decimal.ts';
import { pubkeyText } from '../../../core/kernel/encoded-text.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { VENUE_ROWS, type VenueList, type VenuePage } from '../../../schemas/venues/protocol.ts';
import type { AskVenue } from '../ask.ts';
import type { VenueAsker, VenueParameters } from '../venue.ts';
import { heldBy } from './call.ts';
import { pageOf } from './paged.ts';
import { u64 } from './swap-terms.ts';

export const JUPITER_LEND = 'jupiter_lend';
export const LEND_LISTS = ['markets', 'positions', 'rates'] as const satisfies readonly VenueList[];

const MOST_ROWS = 256;
/** Basis points a year: the description says "in 1e4 decimals". */
const rate = z.string().regex(/^[0-9]{1,9}$/);

const token = z.object({
  /** The mint of its shares. */
  address: pubkeyText,
  symbol: VENUE_ROWS.markets.shape.market,
  assetAddress: pubkeyText,
  supplyRate: rate,
  rewardsRate: rate,
});
export type LendToken = z.output<typeof token>;

const tokens = z.array(token).max(MOST_ROWS);

const positions = z
  .array(
    z.object({
      token: token.pick({ address: true, symbol: true }),
      ownerAddress: pubkeyText,
      shares: u64,
      underlyingAssets: u64,
    }),
  )
  .max(MOST_ROWS);
type Position = z.output<typeof positions>[number];

/** The tokens that may be deposited. */
export function lendTokens(
  ask: AskVenue,
  asker: VenueAsker,
  signal?: AbortSignal,
): Promise<readonly LendToken[]> {
  return ask({ path: '/lend/v1/earn/tokens', asker }, tokens, signal);
}

export interface Listed {
  readonly list: VenueList;
  readonly owner: Pubkey | undefined;
  readonly parameters: VenueParameters;
  readonly asker: VenueAsker;
}

/** One page of a list. Jupiter answers all rows at once. */
export async function lendList(
  ask: AskVenue,
  { list, owner, parameters, asker }: Listed,
  signal?: AbortSignal,
): Promise<VenuePage> {
  if (list === 'positions' && owner !== undefined) {
    const asked = { path: '/lend/v1/earn/positions', rows: positions, owner };
    const held = await heldBy(asked, { venue: JUPITER_LEND, ask }, asker, signal);
    return { list, ...pageOf(held.filter(isHeld).map(positionRow), parameters) };
  }
  if (list !== 'markets' && list !== 'rates')
    throw new LaunchlensError('VENUE_LISTS_NOTHING', { venue: JUPITER_LEND });
  const known = await lendTokens(ask, asker, signal);
  return list === 'markets'
    ? { list, ...pageOf(known.map(marketRow), parameters) }
    : { list, ...pageOf(known.flatMap(rateRows), parameters) };
}

function marketRow({ symbol, assetAddress, address }: LendToken) {
  return { market: symbol, assets: [address, assetAddress], open: true, price: null, max_leverage: null };
}

function rateRows({ symbol: market, assetAddress: asset, supplyRate, rewardsRate }: LendToken) {
  return [
    { market, asset, kind: 'supply', per_year_bps: supplyRate },
    { market, asset, kind: 'rewards', per_year_bps: rewardsRate },
  ];
}

const isHeld = ({ shares }: Position): boolean => shares > 0n;

const PLACES = 9;

function positionRow({ token: { address, symbol }, shares, underlyingAssets }: Position) {
  const worth = (underlyingAssets * 10n ** BigInt(PLACES)) / shares;
  return {
    ...{ position_id: address as string, market: symbol, side: 'supplied' },
    size: { asset: address as string, amount: shares.toString() },
    // What one share gives of the deposited token.
    ...{ mark_price: formatShortest(worth, PLACES), liquidation_price: null },
    ...{ margin: null, entry_price: null, unrealised: null },
  };
}
