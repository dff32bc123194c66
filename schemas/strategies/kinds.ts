import { z } from 'zod';
import { checkedPubkey } from '../base58.ts';
import { idOf, named, whole } from '../mcp/desk/words.ts';
import { positiveU64Text } from '../u64.ts';

/** The terms of plans. Each error completes the sentence "<name> must be …". */

const AMOUNT = 'an amount in base units above 0, as a decimal string';
const PRICE = 'a price above 0 as a decimal string of at most 18 digits on either side of the point';

export const amount = (description: string) => positiveU64Text(AMOUNT).meta({ description });

export const price = (description: string) =>
  z
    .string({ error: PRICE })
    .regex(/^(?!0+(\.0+)?$)(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?$/, { error: PRICE })
    .meta({ description });

export const key = (description: string) => checkedPubkey.meta({ description });

/** Exact comparison of two prices, whatever their digits. */
export function comparePrices(a: string, b: string): number {
  const [left, right] = [scaled(a), scaled(b)];
  return left < right ? -1 : Number(left > right);
}

function scaled(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(18, '0'));
}

/** The kind of plan whose steps the service runs itself. */
export const RUN_KIND = 'dca' satisfies StrategyKind;

/** Its terms, from a plan that was validated when it was stored. */
export const dcaTerms = z.object({
  pay_mint: z.string(),
  buy_mint: z.string(),
  amount_per_step: z.string(),
  interval_seconds: z.int().positive(),
  steps: z.int().positive(),
});

export const intervalMsOf = (plan: unknown): number => dcaTerms.parse(plan).interval_seconds * 1000;

/** A problem of a plan beyond its members' shapes: the wrong member, and what it must be. */
type Wrong = readonly [member: string, expected: string] | undefined;

const YEAR = 31_536_000;
const pay = key('Mint that is paid with.');
const buy = key('Mint that is bought.');
const sold = key('Mint that is sold.');
const received = key('Mint that is received.');
const interval = whole(60, YEAR, 'Seconds between two steps.');
const steps = whole(1, 1_000, 'Number of steps.');
const bps = (description: string, most = 10_000) => whole(1, most, `${description}, in basis points.`);
const market = named('The market, as its venue calls it.');
const several = <Item extends z.ZodType>(item: Item, least: number, most: number, description: string) => {
  const error = `${least} to ${most} entries`;
  return z.array(item, { error }).min(least, { error }).max(most, { error }).meta({ description });
};
const venues = (least: number) => several(named('A venue.'), least, 10, 'Venues that it may use.');

const differ = (a: string, b: string): Wrong =>
  a === b ? ['pay_mint', 'another mint than is bought'] : undefined;
const sumsUp = (member: string, shares: readonly { readonly weight_bps: number }[]): Wrong =>
  shares.reduce((sum, { weight_bps }) => sum + weight_bps, 0) === 10_000
    ? undefined
    : [member, 'shares whose weight_bps add up to 10000'];
const each = (member: string, names: readonly string[]): Wrong =>
  new Set(names).size === names.length ? undefined : [member, 'entries of which each is named once'];

const MEASURES = ['price', 'price_change_bps', 'volume', 'balance'] as const;
const rule = z.strictObject({
  measure: z.enum(MEASURES, { error: `one of ${MEASURES.join(', ')}` }),
  mint: key('Mint that is measured.'),
  is: z.enum(['above', 'below'], { error: 'above or below' }),
  value: price('The bound.'),
  action: z.enum(['buy', 'sell', 'hold'], { error: 'buy, sell or hold' }),
  share_bps: bps('Share of the position that it concerns'),
});

function kind<Shape extends z.ZodRawShape>(
  does: string,
  shape: Shape,
  wrong: (plan: z.output<z.ZodObject<Shape>>) => Wrong = () => undefined,
): { readonly does: string; readonly shape: z.ZodRawShape; readonly wrong: (plan: never) => Wrong } {
  return { does, shape, wrong };
}

/** Every kind of plan: its purpose, its members, and combinations that make no sense. */
export const STRATEGY_KINDS = {
  arb: kind(
    'trades price differences of one asset between venues',
    {
      mint: buy,
      pay_mint: pay,
      max_amount: amount('Most that one trade pays.'),
      min_profit_bps: bps('Least profit'),
      venues: venues(2),
    },
    ({ mint, pay_mint, venues }) => differ(pay_mint, mint) ?? each('venues', venues),
  ),
  basis_trade: kind(
    'holds spot against a derivative',
    {
      mint: buy,
      market,
      notional: amount('Size of either side.'),
      entry_basis_bps: bps('Basis to enter at'),
      exit_basis_bps: bps('Basis to leave at'),
    },
    ({ entry_basis_bps, exit_basis_bps }) =>
      exit_basis_bps < entry_basis_bps ? undefined : ['exit_basis_bps', 'less than entry_basis_bps'],
  ),
  composite: kind(
    'is made of several other strategies of the owner',
    {
      parts: several(
        z.strictObject({ strategy_id: idOf("one of the owner's strategies"), weight_bps: bps('Its share') }),
        ...([2, 10, 'The strategies and their shares.'] as const),
      ),
    },
    ({ parts }) =>
      each(
        'parts',
        parts.map(({ strategy_id }) => strategy_id),
      ) ?? sumsUp('parts', parts),
  ),
  copy_wallet: kind(
    'follows the trades of a wallet',
    {
      wallet: key('The wallet that is followed.'),
      pay_mint: pay,
      max_per_trade: amount('Most that one trade pays.'),
      max_per_day: amount('Most that a day pays.'),
    },
    ({ max_per_trade, max_per_day }) =>
      BigInt(max_per_trade) <= BigInt(max_per_day) ? undefined : ['max_per_trade', 'at most max_per_day'],
  ),
  dca: kind(
    'buys equal amounts at intervals',
    {
      pay_mint: pay,
      buy_mint: buy,
      amount_per_step: amount('What each step pays.'),
      interval_seconds: interval,
      steps,
    },
    ({ pay_mint, buy_mint }) => differ(pay_mint, buy_mint),
  ),
  equity_dca: kind('buys a tokenized equity at intervals', {
    ...{
      pay_mint: pay,
      symbol: named('Symbol of the equity.'),
      amount_per_step: amount('What each step pays.'),
    },
    ...{ interval_seconds: interval, steps },
  }),
  hedge: kind('offsets the risk of a position', {
    ...{ mint: key('Mint that is held.'), market, ratio_bps: bps('Share that is hedged') },
    max_notional: amount('Most that the hedge may be worth.'),
  }),
  market_make: kind(
    'quotes both sides of a market',
    {
      mint: buy,
      pay_mint: pay,
      spread_bps: bps('Distance between the sides'),
      order_amount: amount('Size of an order.'),
      levels: whole(1, 20, 'Orders on each side.'),
      max_inventory: amount('Most that it may hold.'),
    },
    ({ mint, pay_mint, order_amount, max_inventory }) =>
      differ(pay_mint, mint) ??
      (BigInt(order_amount) <= BigInt(max_inventory) ? undefined : ['order_amount', 'at most max_inventory']),
  ),
  momentum: kind(
    'follows the direction of prices',
    {
      mint: buy,
      pay_mint: pay,
      lookback_seconds: whole(60, YEAR, 'Seconds that are looked back.'),
      entry_bps: bps('Rise to enter at'),
      exit_bps: bps('Fall to leave at'),
      amount: amount('What it pays.'),
    },
    ({ mint, pay_mint }) => differ(pay_mint, mint),
  ),
  perp_grid: kind(
    'trades a grid of prices on a perpetual market',
    {
      market,
      lower_price: price('Lowest price of the grid.'),
      upper_price: price('Highest price of the grid.'),
      grids: whole(2, 200, 'Number of prices.'),
      amount_per_grid: amount('Size at each price.'),
      max_leverage: whole(1, 20, 'Most leverage.'),
    },
    ({ lower_price, upper_price }) =>
      comparePrices(lower_price, upper_price) < 0 ? undefined : ['lower_price', 'below upper_price'],
  ),
  protect: kind(
    'sells when a position loses too much',
    {
      mint: sold,
      receive_mint: received,
      max_loss_bps: bps('Loss to sell at'),
      sell_share_bps: bps('Share that is sold'),
    },
    ({ mint, receive_mint }) =>
      mint === receive_mint ? ['receive_mint', 'another mint than is sold'] : undefined,
  ),
  rebalance: kind(
    'keeps a portfolio at set weights',
    {
      weights: several(
        z.strictObject({ mint: key('A mint.'), weight_bps: bps('Its share') }),
        ...([2, 20, 'The mints and their shares.'] as const),
      ),
      ...{ drift_bps: bps('Distance from a weight at which it acts'), interval_seconds: interval },
    },
    ({ weights }) =>
      each(
        'weights',
        weights.map(({ mint }) => mint),
      ) ?? sumsUp('weights', weights),
  ),
  sentiment: kind(
    'acts on measured sentiment',
    {
      mint: buy,
      pay_mint: pay,
      source: named('Whose measure it is.'),
      buy_above: whole(-100, 100, 'Buys above this.'),
      sell_below: whole(-100, 100, 'Sells below this.'),
      amount: amount('What it pays.'),
    },
    ({ mint, pay_mint, buy_above, sell_below }) =>
      differ(pay_mint, mint) ?? (sell_below < buy_above ? undefined : ['sell_below', 'less than buy_above']),
  ),
  snipe: kind(
    'buys when a market opens',
    {
      mint: buy,
      pay_mint: pay,
      amount: amount('What it pays.'),
      max_price: price('Most that one token may cost.'),
    },
    ({ mint, pay_mint }) => differ(pay_mint, mint),
  ),
  stoploss: kind(
    'sells below a set price',
    {
      mint: sold,
      receive_mint: received,
      amount: amount('What is sold.'),
      stop_price: price('Price to sell at.'),
      limit_price: price('Least that is taken.'),
    },
    ({ mint, receive_mint, stop_price, limit_price }) => {
      if (mint === receive_mint) return ['receive_mint', 'another mint than is sold'];
      return comparePrices(limit_price, stop_price) <= 0 ? undefined : ['limit_price', 'at most stop_price'];
    },
  ),
  vault: kind('manages the deposits of a vault', {
    ...{
      vault: key('The vault.'),
      mint: key('Mint that is deposited.'),
      amount: amount('Most that is deposited.'),
    },
    ...{ min_yield_bps: bps('Least yield in a year', 1_000_000), max_share_bps: bps('Most of the vault') },
  }),
  yield_farm: kind(
    'places tokens where they earn yield',
    {
      mint: key('Mint that is placed.'),
      amount: amount('Most that is placed.'),
      venues: venues(1),
      min_yield_bps: bps('Least yield in a year', 1_000_000),
      max_share_bps: bps('Most at one venue'),
    },
    ({ venues }) => each('venues', venues),
  ),
  composed: kind('is built out of declared rules', {
    rules: several(rule, 1, 20, 'Rules, the first that holds counts.'),
  }),
} as const;

export type StrategyKind = keyof typeof STRATEGY_KINDS;
export const STRATEGY_KIND_NAMES = Object.keys(STRATEGY_KINDS) as [StrategyKind, ...StrategyKind[]];
export type StrategyPlan = Readonly<Record<string, unknown>>;

/** The arguments for creating a strategy of a kind: its plan and additional members. */
export function planWith(name: StrategyKind, beside: z.ZodRawShape) {
  const { shape, wrong } = STRATEGY_KINDS[name];
  return z.strictObject({ ...beside, ...shape }).superRefine((plan, context) => {
    // Members are checked separately first: the rules between members rely on it.
    if (context.issues.length > 0) return;
    const found = wrong(plan as never);
    if (found) context.addIssue({ code: 'custom', path: [found[0]], message: found[1] });
  });
}
