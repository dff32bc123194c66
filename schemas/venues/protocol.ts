import { z } from 'zod';
import { dateTime, pubkey } from '../rest/scalars.ts';
import { LONGEST_TRANSACTION_TEXT } from '../transaction-text.ts';
import { A_U64, u64Text } from '../u64.ts';

/** The HTTP protocol between this service and the venues that an operator configures: version 1. */

/** The purpose of a venue; its settings are named after it. */
export const VENUE_KINDS = [
  'perps',
  'lending',
  'staking',
  'bridge',
  'evm',
  'equity',
  'offramp',
  'flash',
] as const;

export type VenueKind = (typeof VENUE_KINDS)[number];

const LONGEST_URL = 2_048;
const MOST_ROUTES = 10;
const MOST_ASSETS = 8;

/** A u64 as text. */
export const amount = u64Text(A_U64).meta({
  description: 'Base units from 0 to 2^64 - 1, as a decimal string.',
  examples: ['1500000'],
});

const asset = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9.:_/-]{0,79}$/)
  .meta({ description: 'A mint of this cluster in base58, or the name that the venue uses for an asset.' });

const assetAmount = z.object({ asset, amount });

/** All requests have this body. */
export const venueRequest = z.object({
  version: z.literal(1),
  action: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,63}$/)
    .meta({ description: 'The tool that asks.', examples: ['lend_deposit'] }),
  owner: pubkey.nullable().meta({ description: 'The wallet that would sign; null where nobody is known.' }),
  parameters: z
    .record(z.string(), z.union([z.string(), z.int(), z.boolean()]))
    .meta({ description: 'Arguments of the tool; amounts and prices as decimal strings.' }),
});

const route = z.object({
  label: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9 .:_()+/-]{0,47}$/)
    .meta({ description: 'What the venue calls the route: 1 to 48 plain characters.' }),
  pays: z.array(assetAmount).max(MOST_ASSETS).meta({ description: 'What the owner would give.' }),
  receives: assetAmount
    .extend({ minimum: amount.meta({ description: 'Least amount within the slippage asked for.' }) })
    .meta({ description: 'What the owner would get.' }),
  fees: z
    .array(assetAmount)
    .max(MOST_ASSETS)
    .nullable()
    .default(null)
    .meta({ description: 'What the venue charges; empty for nothing, null if it does not say.' }),
  price_impact_bps: z.int().min(0).max(10_000).nullable().default(null),
  expires_at: dateTime.nullable().default(null),
});

/** Answer of `POST {base}/quote`. */
export const venueQuote = z.object({
  routes: z.array(route).min(1).max(MOST_ROUTES).meta({ description: 'Best first.' }),
});

const builtTransaction = z.object({
  kind: z.literal('transaction'),
  transaction: z
    .base64()
    .min(1)
    .max(LONGEST_TRANSACTION_TEXT)
    .meta({ description: 'Unsigned v0 transaction, base64: the owner pays its fee and is its only signer.' }),
});

const handedOff = z.object({
  kind: z.literal('hand_off'),
  url: z
    .url({ protocol: /^https$/ })
    .max(LONGEST_URL)
    .meta({ description: 'Where the owner goes: https, on the host of the venue or one below it.' }),
});

/** Answer of `POST {base}/build`. */
export const venueBuild = z.discriminatedUnion('kind', [builtTransaction, handedOff]);

/** What a venue can be asked to list. */
export const VENUE_LISTS = ['markets', 'positions', 'orders', 'rates'] as const;

export type VenueList = (typeof VENUE_LISTS)[number];

const MOST_ROWS = 50;
/** As the tools that take them expect it. */
const market = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._/-]{0,39}$/);
const reference = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/);
const priceText = z.string().regex(/^[0-9]{1,18}(\.[0-9]{1,18})?$/);
const optionalPrice = priceText.nullable().default(null).meta({ description: 'Decimal string.' });
const signed = z.string().regex(/^-?[0-9]{1,20}$/);
const word = z.string().regex(/^[a-z][a-z_]{0,23}$/);

const marketSide = z.object({
  side: word.meta({ description: 'long or short.' }),
  open: assetAmount,
  available: assetAmount,
});

const venueMarket = z.object({
  market,
  assets: z.array(asset).max(MOST_ASSETS).meta({ description: 'Tokens of the market, quote last.' }),
  open: z.boolean().meta({ description: 'Whether it takes orders now.' }),
  price: optionalPrice,
  max_leverage: z.int().min(1).max(1_000).nullable().default(null),
  sides: z
    .array(marketSide)
    .max(2)
    .optional()
    .meta({ description: 'How much is open and can still be opened, if the venue says so.' }),
});

const venuePosition = z.object({
  position_id: reference,
  market,
  side: word.meta({ description: 'Such as long, short, supplied or borrowed.' }),
  size: assetAmount,
  margin: assetAmount.nullable().default(null),
  leverage: priceText.optional().meta({ description: 'Size by margin, as a decimal string.' }),
  entry_price: optionalPrice,
  mark_price: optionalPrice,
  liquidation_price: optionalPrice,
  unrealised: z
    .object({ asset, amount: signed })
    .nullable()
    .default(null)
    .meta({ description: 'Profit or loss so far, in base units.' }),
});

const venueOrder = z.object({
  order_id: reference,
  market,
  side: word,
  order_type: word,
  price: optionalPrice,
  size: assetAmount,
  receives: assetAmount
    .nullable()
    .default(null)
    .meta({ description: 'What an order to swap would give for its size.' }),
  created_at: dateTime.nullable().default(null),
});

const venueRate = z.object({
  market,
  asset,
  kind: word.meta({ description: 'Such as supply, borrow, funding or staking.' }),
  per_year_bps: z
    .string()
    .regex(/^-?[0-9]{1,9}(\.[0-9]{1,9})?$/)
    .meta({ description: 'Basis points a year, as a decimal string.' }),
});

/** Rows of a list by its name. */
export const VENUE_ROWS = {
  markets: venueMarket,
  positions: venuePosition,
  orders: venueOrder,
  rates: venueRate,
} as const satisfies Record<VenueList, z.ZodType>;

const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    results: z.array(row).max(MOST_ROWS),
    next_cursor: reference.nullable().default(null).meta({ description: 'Null on the last page.' }),
    as_of: dateTime.nullable().default(null).meta({ description: 'When this was so.' }),
  });

/** Answers of `POST {base}/list`, by what is listed. */
export const VENUE_PAGES = {
  markets: pageOf(venueMarket),
  positions: pageOf(venuePosition),
  orders: pageOf(venueOrder),
  rates: pageOf(venueRate),
} as const;

/** The same for any list, to publish. */
export const venueList = z.union([
  VENUE_PAGES.markets,
  VENUE_PAGES.positions,
  VENUE_PAGES.orders,
  VENUE_PAGES.rates,
]);

export type VenuePage = {
  readonly [List in VenueList]: { readonly list: List } & z.output<(typeof VENUE_PAGES)[List]>;
}[VenueList];

export type VenueRequestBody = z.input<typeof venueRequest>;
export type VenueRoute = z.output<typeof route>;
