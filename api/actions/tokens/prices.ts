import type { Clock } from '../../../core/kernel/clock.ts';
import { isLaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { parsePrice, priceDigits } from '../../../core/rules/price-value.ts';
import type { PriceAnswer, PricesSource } from '../../../schemas/mcp/tokens.ts';
import type { Price } from '../../venues/market-data.ts';
import type { VenueAsker } from '../../venues/venue.ts';
import { wireInstant } from '../wire.ts';
import type { TokensContext } from './context.ts';

/** An exact price, and how an answer shows it. */
export interface KnownPrice {
  readonly exact: bigint;
  readonly answer: NonNullable<PriceAnswer>;
}

export interface AskedPrices {
  readonly of: ReadonlyMap<Pubkey, KnownPrice>;
  readonly source: PricesSource;
}

const NOT_CONFIGURED = 'No price provider is configured: the operator has to set MARKET_DATA_API_KEY.';

/** Never fails because of the provider: a balance is worth reading without its price. */
export async function pricesIfKnown(
  { market, clock }: Pick<TokensContext, 'market' | 'clock'>,
  mints: readonly Pubkey[],
  asker: VenueAsker,
): Promise<AskedPrices> {
  if (market === undefined) return { of: new Map(), source: { source: null, missing: NOT_CONFIGURED } };
  try {
    const found = await market.prices([...new Set(mints)], asker);
    return { of: knownPrices(found, clock), source: { source: market.source, missing: null } };
  } catch (error) {
    if (!isLaunchlensError(error)) throw error;
    return { of: new Map(), source: { source: null, missing: error.message } };
  }
}

export function knownPrices(
  found: ReadonlyMap<Pubkey, Price>,
  clock: Clock,
): ReadonlyMap<Pubkey, KnownPrice> {
  const now = Math.floor(clock.now() / 1000);
  return new Map(
    [...found].flatMap(([mint, { usd, at }]) => {
      const exact = parsePrice(usd);
      if (exact === undefined) return [];
      const answer = {
        usd: priceDigits(exact),
        at: wireInstant(at * 1000),
        age_seconds: Math.max(0, now - at),
      };
      return [[mint, { exact, answer }] as const];
    }),
  );
}
