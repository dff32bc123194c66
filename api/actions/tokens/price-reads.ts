import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { parsePrice, priceDigits } from '../../../core/rules/price-value.ts';
import type { PricesAnswer, PricesInput } from '../../../schemas/mcp/token-search.ts';
import { type Candle, type MarketData, requireMarketData } from '../../venues/market-data.ts';
import type { VenueAsker } from '../../venues/venue.ts';
import { wireInstant } from '../wire.ts';
import type { TokensContext } from './context.ts';
import { knownPrices } from './prices.ts';
import { resolveMint } from './resolve.ts';

const HOUR = 3_600;

/**
 * Prices, and hourly ones of the past.
 * @throws PRICES_NOT_CONFIGURED, PARAMETER_MALFORMED, TOKEN_UNKNOWN, TOKEN_AMBIGUOUS, and those of the provider
 */
export async function tokenPrices(
  context: TokensContext,
  { tokens, history_hours: hours }: PricesInput,
  asker: VenueAsker,
): Promise<PricesAnswer> {
  const market = requireMarketData(context.market);
  if (hours !== undefined && tokens.length > 1) {
    const expected = 'left out when several tokens are named';
    throw new LaunchlensError('PARAMETER_MALFORMED', { name: 'history_hours', expected });
  }
  const found = await Promise.all(tokens.map((token) => resolveMint(context, token, asker)));
  const mints = found.map(({ address }) => address);
  const known = knownPrices(await market.prices([...new Set(mints)], asker), context.clock);
  const [first] = mints;
  return {
    source: market.source,
    resolved: found.flatMap(({ resolved }) => resolved),
    results: mints.map((mint, index) => ({
      ...{ token: tokens[index] ?? mint, mint },
      price: known.get(mint)?.answer ?? null,
    })),
    history:
      hours === undefined || first === undefined
        ? null
        : await history(market, { mint: first, hours, now: context.clock.now(), asker }),
  };
}

interface Past {
  readonly mint: Pubkey;
  readonly hours: number;
  readonly now: number;
  readonly asker: VenueAsker;
}

/** The hour that is not over would still change. */
async function history(market: MarketData, { mint, hours, now, asker }: Past) {
  const to = (Math.floor(now / 1000 / HOUR) - 1) * HOUR;
  const found = await market.candles(mint, { from: to - (hours - 1) * HOUR, to }, asker);
  const unique = [...new Map(found.map((candle) => [candle.at, candle])).values()];
  return { missing_hours: Math.max(0, hours - unique.length), hours: unique.map(hourOf) };
}

function hourOf({ at, ...values }: Candle) {
  const { open, high, low, close, volume } = values;
  const digits = (text: string) => priceDigits(parsePrice(text) ?? 0n);
  return {
    at: wireInstant(at * 1000),
    ...{ open: digits(open), high: digits(high), low: digits(low), close: digits(close) },
    volume: digits(volume),
  };
}
