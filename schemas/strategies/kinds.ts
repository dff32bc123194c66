import { z } from 'zod';
import { checkedPubkey } from '../base58.ts';
import { idOf, named, oneOf, price, several, whole } from '../mcp/arguments.ts';
import { positiveU64Text } from '../u64.ts';

/** A problem of a plan beyond its members' shapes: the wrong member, and what it must be. */
type Wrong = readonly [member: string, expected: string] | undefined;

const YEAR = 31_536_000;
const amount = (description: string) =>
  positiveU64Text('an amount in base units above 0, as a decimal string').meta({ description });
const key = (description: string) => checkedPubkey.meta({ description });
const bps = (description: string, most = 10_000) => whole(1, most, `${description}, in basis points.`);
const list = <Item extends z.ZodType>(item: Item, least: number, most: number, description: string) =>
  several(item, least, most, `${least} to ${most} entries`).meta({ description });
const venues = (least: number) => list(named('A venue.'), least, 10, 'Venues that it may use.');
const market = named('The market, as its venue calls it.');
const trade = { mint: key('Mint that is bought.'), pay_mint: key('Mint that is paid with.') };
const sale = { mint: key('Mint that is sold.'), receive_mint: key('Mint that is received.') };
const schedule = {
  amount_per_step: amount('What each step pays.'),
  interval_seconds: whole(60, YEAR, 'Seconds between two steps.'),
  steps: whole(1, 1_000, 'Number of steps.'),
};

const differ = ({ mint, pay_mint }: { readonly mint: string; readonly pay_mint: string }): Wrong =>
  mint === pay_mint ? ['pay_mint', 'another mint than the one that is bought'] : undefined;
const differOnSale = ({
  mint,
  receive_mint,
}: {
  readonly mint: string;
  readonly receive_mint: string;
}): Wrong => (mint === receive_mint ? ['receive_mint', 'another mint than the one that is sold'] : undefined);
const unless = (holds: boolean, member: string, expected: string): Wrong =>
  holds ? undefined : [member, expected];
const unique = (member: string, names: readonly string[]): Wrong =>
  unless(new Set(names).size === names.length, member, 'entries that each appear once');
const sumsUp = (member: string, shares: readonly { readonly weight_bps: number }[]): Wrong =>
  unless(
    shares.reduce((sum, { weight_bps }) => sum + weight_bps, 0) === 10_000,
    member,
    'shares whose weight_bps add up to 10000',
  );

/** The unit of a price in a plan. */
const PRICE_OF = 'What one whole token of mint gives, in whole tokens of receive_mint.';

const rule = z.strictObject({
  measure: oneOf(
    ['price', 'price_change_bps', 'volume', 'balance'],
    'What is measured: the price in quote_mint, its rise (above) or fall (below) since the last step, or the balance. Nothing measures volume.',
  ),
  mint: key('Mint that is measured and traded.'),
  is: oneOf(['above', 'below'], 'On which side of the bound the rule applies.'),
  value: price('The bound.'),
  action: oneOf(['buy', 'sell', 'hold'], 'What to do then.'),
  share_bps: bps('Share of the balance that is swapped'),
});

interface Kind<Shape extends z.ZodRawShape> {
  readonly title: string;
  readonly does: string;
  readonly shape: Shape;
  readonly wrong: (plan: never) => Wrong;
}

function kind<Shape extends z.ZodRawShape>(
  title: string,
  does: string,
  shape: Shape,
  wrong: (plan: z.output<z.ZodObject<Shape>>) => Wrong = () => undefined,
): Kind<Shape> {
  return { title, does, shape, wrong };
}

/** Every kind of plan: its title and purpose, its members, and combinations that make no sense. */
export const STRATEGY_KINDS = {
  arb: kind(
    'Arbitrage strategy',
    'trades price differences of one asset between venues',
    {
      ...trade,
      max_amount: amount('Most that one trade pays.'),
      min_profit_bps: bps('Least profit'),
      venues: venues(2),
    },
    (plan) => differ(plan) ?? unique('venues', plan.venues),
  ),
  basis_trade: kind(
    'Basis trade',
    'holds spot against a derivative',
    {
      mint: trade.mint,
      market,
      notional: amount('Size of either side.'),
      entry_basis_bps: bps('Basis to enter at'),
      exit_basis_bps: bps('Basis to leave at'),
    },
    ({ entry_basis_bps, exit_basis_bps }) =>
      unless(exit_basis_bps < entry_basis_bps, 'exit_basis_bps', 'less than entry_basis_bps'),
  ),
  composite: kind(
    'Composite strategy',
    'is made of several other strategies of the owner',
    {
      parts: list(
        z.strictObject({ strategy_id: idOf("one of the owner's strategies"), weight_bps: bps('Its share') }),
        2,
        10,
        'The strategies and their shares.',
      ),
    },
    ({ parts }) =>
      unique(
        'parts',
        parts.map(({ strategy_id }) => strategy_id),
      ) ?? sumsUp('parts', parts),
  ),
  copy_wallet: kind(
    'Copy a wallet',
    'follows the trades of a wallet',
    {
      wallet: key('The wallet that is followed.'),
      pay_mint: trade.pay_mint,
      max_per_trade: amount('Most that one trade pays.'),
      max_per_day: amount('Most that a day pays.'),
    },
    ({ max_per_trade, max_per_day }) =>
      unless(BigInt(max_per_trade) <= BigInt(max_per_day), 'max_per_trade', 'at most max_per_day'),
  ),
  dca: kind(
    'Buy at intervals',
    'buys equal amounts at intervals',
    { pay_mint: trade.pay_mint, buy_mint: trade.mint, ...schedule },
    ({ pay_mint, buy_mint }) => differ({ mint: buy_mint, pay_mint }),
  ),
  equity_dca: kind('Buy equities at intervals', 'buys a tokenized equity at intervals', {
    pay_mint: trade.pay_mint,
    symbol: named('Symbol of the equity.'),
    ...schedule,
  }),
  hedge: kind('Hedge', 'offsets the risk of a position', {
    mint: key('Mint of the position.'),
    market,
    ratio_bps: bps('Share that is hedged'),
    max_notional: amount('Most that the hedge may be worth.'),
  }),
  market_make: kind(
    'Market making',
    'quotes both sides of a market',
    {
      ...trade,
      spread_bps: bps('Distance between the sides'),
      order_amount: amount('Size of an order.'),
      levels: whole(1, 20, 'Orders on each side.'),
      max_inventory: amount('Largest inventory.'),
    },
    (plan) =>
      differ(plan) ??
      unless(
        BigInt(plan.order_amount) <= BigInt(plan.max_inventory),
        'order_amount',
        'at most max_inventory',
      ),
  ),
  momentum: kind(
    'Momentum',
    'buys when the price has risen, and sells again when it has fallen',
    {
      ...trade,
      lookback_seconds: whole(60, YEAR, 'Over how many seconds a rise or fall is measured.'),
      entry_bps: bps('Rise to enter at'),
      exit_bps: bps('Fall to leave at'),
      amount: amount('What it pays.'),
    },
    differ,
  ),
  perp_grid: kind(
    'Perpetual grid',
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
      unless(scaled(lower_price) < scaled(upper_price), 'lower_price', 'below upper_price'),
  ),
  protect: kind(
    'Protection',
    'sells when a position loses too much',
    {
      ...sale,
      max_loss_bps: bps('Fall of the price, since the first look, to sell at', 9_999),
      sell_share_bps: bps('Share of the balance that is sold'),
    },
    differOnSale,
  ),
  rebalance: kind(
    'Rebalancing',
    'keeps a portfolio at set weights',
    {
      weights: list(
        z.strictObject({ mint: key('A mint.'), weight_bps: bps('Its share') }),
        2,
        20,
        'The mints and their shares.',
      ),
      drift_bps: bps('Distance from a weight at which it acts'),
      interval_seconds: schedule.interval_seconds,
    },
    ({ weights }) =>
      unique(
        'weights',
        weights.map(({ mint }) => mint),
      ) ?? sumsUp('weights', weights),
  ),
  sentiment: kind(
    'Sentiment',
    'acts on measured sentiment',
    {
      ...trade,
      source: named('Who measures it.'),
      buy_above: whole(-100, 100, 'Buys above this.'),
      sell_below: whole(-100, 100, 'Sells below this.'),
      amount: amount('What it pays.'),
    },
    (plan) => differ(plan) ?? unless(plan.sell_below < plan.buy_above, 'sell_below', 'less than buy_above'),
  ),
  snipe: kind(
    'Early entry',
    'buys when a market opens',
    { ...trade, amount: amount('What it pays.'), max_price: price('Most that one token may cost.') },
    differ,
  ),
  stoploss: kind(
    'Stop loss',
    'sells below a set price',
    {
      ...sale,
      amount: amount('What is sold.'),
      stop_price: price(`It sells at this price or below. ${PRICE_OF}`),
      limit_price: price(`Lowest price that it accepts. ${PRICE_OF}`),
    },
    (plan) =>
      differOnSale(plan) ??
      unless(scaled(plan.limit_price) <= scaled(plan.stop_price), 'limit_price', 'at most stop_price'),
  ),
  vault: kind('Vault', 'manages the deposits of a vault', {
    vault: key('The vault.'),
    mint: key('Mint that is deposited.'),
    amount: amount('Most that is deposited.'),
    min_yield_bps: bps('Least yield in a year', 1_000_000),
    max_share_bps: bps('Largest share of the vault'),
  }),
  yield_farm: kind(
    'Yield',
    'places tokens where they earn yield',
    {
      mint: key('Mint that is placed.'),
      amount: amount('Most that is placed.'),
      venues: venues(1),
      min_yield_bps: bps('Least yield in a year', 1_000_000),
      max_share_bps: bps('Largest share at one venue'),
    },
    ({ venues }) => unique('venues', venues),
  ),
  composed: kind('Compose a strategy', 'is built out of declared rules', {
    rules: list(rule, 1, 20, 'Rules; the first that applies counts, and acts once.'),
    quote_mint: key('Mint to trade against; without it, the plan is only stored.').optional(),
  }),
} as const;

export type StrategyKind = keyof typeof STRATEGY_KINDS;
export const STRATEGY_KIND_NAMES = Object.keys(STRATEGY_KINDS) as [StrategyKind, ...StrategyKind[]];
export type StrategyPlan = Readonly<Record<string, unknown>>;

/** A price as an integer, exactly, whatever its digits. */
function scaled(text: string): bigint {
  const [units = '', fraction = ''] = text.split('.');
  return BigInt(units + fraction.padEnd(18, '0'));
}

/** The arguments for creating a strategy of a kind: its plan and additional members. */
export function planWith(name: StrategyKind, more: z.ZodRawShape) {
  const { shape, wrong }: Kind<z.ZodRawShape> = STRATEGY_KINDS[name];
  return z.strictObject({ ...more, ...shape }).superRefine((plan, context) => {
    // Members are checked separately first: the rules between members rely on it.
    if (context.issues.length > 0) return;
    const found = wrong(plan as never);
    if (found) context.addIssue({ code: 'custom', path: [found[0]], message: found[1] });
  });
}
