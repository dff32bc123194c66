import { z } from 'zod';
import { pubkeyText } from '../../core/kernel/encoded-text.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { digitsJson } from '../../core/kernel/exact-json.ts';
import type { Pubkey } from '../../core/kernel/pubkey.ts';
import type { Settings } from '../../core/kernel/settings/schema.ts';
import { askVenue, type VenueEndpoint } from './ask.ts';
import type { VenueAsker } from './venue.ts';

/** A price in US dollars, with the digits that the provider gave. */
export interface Price {
  readonly usd: string;
  /** When the provider saw it, Unix seconds. */
  readonly at: number;
}

/** One hour. */
export interface Candle {
  /** When it opens, Unix seconds. */
  readonly at: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
}

export interface ListedToken {
  readonly mint: Pubkey;
  readonly symbol: string;
  readonly name: string;
}

/** Prices and names of tokens by the provider that the operator configured. */
export interface MarketData {
  /** Its host, by which answers name it. */
  readonly source: string;
  /** Those that it knows. @throws VENUE_BUSY, VENUE_FAILED, VENUE_REFUSED */
  prices(mints: readonly Pubkey[], asker: VenueAsker): Promise<ReadonlyMap<Pubkey, Price>>;
  /** Oldest first. @throws VENUE_BUSY, VENUE_FAILED, VENUE_REFUSED */
  candles(mint: Pubkey, window: CandleWindow, asker: VenueAsker): Promise<readonly Candle[]>;
  /** Tokens that it finds by a name or symbol. @throws VENUE_BUSY, VENUE_FAILED, VENUE_REFUSED */
  search(text: string, asker: VenueAsker): Promise<readonly ListedToken[]>;
}

/** Unix seconds, inclusive. */
export interface CandleWindow {
  readonly from: number;
  readonly to: number;
}

export type MarketDataOptions = Pick<VenueEndpoint, 'clock' | 'metrics' | 'random' | 'limits'> & {
  readonly settings: Pick<Settings, 'MARKET_DATA_URL' | 'MARKET_DATA_API_KEY'>;
};

const NUMBER = /^[0-9]{1,40}(\.[0-9]{1,60})?(e[+-]?[0-9]{1,3})?$/i;
const number = z.string().regex(NUMBER);
const seconds = z
  .string()
  .regex(/^[0-9]{1,12}$/)
  .transform(Number);
/** Null for a token that it has not seen trade. */
const price = z
  .object({ value: number.nullable(), updateUnixTime: seconds.nullish() })
  .nullable()
  .transform((found): Price | null =>
    found?.value && found.updateUnixTime ? { usd: found.value, at: found.updateUnixTime } : null,
  );
const answered = <Data extends z.ZodType>(data: Data) => z.object({ data });

const onePrice = answered(price);
const manyPrices = answered(z.record(z.string(), price));
const candles = answered(
  z.object({
    items: z.array(
      z
        .object({ unixTime: seconds, o: number, h: number, l: number, c: number, v: number })
        .transform(({ unixTime: at, o: open, h: high, l: low, c: close, v: volume }): Candle => {
          return { at, open, high, low, close, volume };
        }),
    ),
  }),
);
const MOST_TEXT = 128;
const text = z
  .string()
  .nullish()
  .transform((name) => name?.slice(0, MOST_TEXT) ?? '');
const found = z
  .object({ address: pubkeyText, symbol: text, name: text })
  .transform(({ address: mint, ...named }): ListedToken => ({ mint, ...named }));
const search = answered(z.object({ items: z.array(z.object({ result: z.array(found) })) }));
const MOST_FOUND = 20;
const MOST_TRADED = { sort_by: 'volume_24h_usd', sort_type: 'desc', offset: '0' };

/** Birdeye's API. Undefined without a key. https://docs.birdeye.so */
export function openMarketData({ settings, ...options }: MarketDataOptions): MarketData | undefined {
  const { MARKET_DATA_URL: url, MARKET_DATA_API_KEY: key } = settings;
  if (key === undefined) return undefined;
  const headers = { 'x-api-key': key, 'x-chain': 'solana' };
  const source = new URL(url).host;
  const ask = askVenue({ ...options, venue: source, url, headers, parse: digitsJson });
  const path = (name: string, query: Readonly<Record<string, string>>) =>
    `/defi/${name}?${new URLSearchParams(query)}`;
  return {
    source,
    prices: async (mints, asker) => {
      const [only, ...more] = mints;
      if (only === undefined) return new Map();
      if (more.length === 0) {
        const { data } = await ask({ path: path('price', { address: only }), asker }, onePrice);
        return new Map(data ? [[only, data]] : []);
      }
      const query = path('multi_price', { list_address: mints.join(',') });
      const { data } = await ask({ path: query, asker }, manyPrices);
      return new Map(mints.flatMap((mint) => (data[mint] ? [[mint, data[mint]] as const] : [])));
    },
    candles: async (mint, { from, to }, asker) => {
      const query = { address: mint, type: '1H', currency: 'usd', time_from: `${from}`, time_to: `${to}` };
      const { data } = await ask({ path: path('ohlcv', query), asker }, candles);
      return data.items.filter(({ at }) => at >= from && at <= to).sort((a, b) => a.at - b.at);
    },
    search: async (keyword, asker) => {
      const query = { chain: 'solana', keyword, target: 'token', ...MOST_TRADED, limit: `${MOST_FOUND}` };
      const { data } = await ask({ path: path('v3/search', query), asker }, search);
      return data.items.flatMap(({ result }) => result).slice(0, MOST_FOUND);
    },
  };
}

/** @throws PRICES_NOT_CONFIGURED */
export function requireMarketData(market: MarketData | undefined): MarketData {
  if (market === undefined) throw new LaunchlensError('PRICES_NOT_CONFIGURED', {});
  return market;
}
