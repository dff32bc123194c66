import { NOTIONAL_SCALE } from './units.ts';

const BPS = 10_000n;

export type Position = 'long' | 'flat';

export type Guardrail = 'cooldown' | 'insufficient_cash';

/** The costs of a fill. Shares are in hundredths of a percent of the notional, money in 10^-6 of the quote currency. */
export interface Fees {
  readonly technologyBps: bigint;
  readonly slippageBps: bigint;
  readonly priority: bigint;
}

export const NO_FEES: Fees = { technologyBps: 0n, slippageBps: 0n, priority: 0n };

export interface Holdings {
  readonly cash: bigint;
  readonly quantity: bigint;
}

export interface Costs {
  readonly technology: bigint;
  readonly slippage: bigint;
  readonly priority: bigint;
  readonly total: bigint;
}

/** One paper fill at the close of a bar, with all its costs. */
export interface Fill {
  readonly side: 'buy' | 'sell';
  readonly price: bigint;
  readonly quantity: bigint;
  readonly notional: bigint;
  readonly costs: Costs;
  readonly cashAfter: bigint;
}

export const positionOf = ({ quantity }: Holdings): Position => (quantity > 0n ? 'long' : 'flat');

const worth = (quantity: bigint, price: bigint): bigint => (quantity * price) / NOTIONAL_SCALE;

export const equityOf = ({ cash, quantity }: Holdings, price: bigint): bigint =>
  quantity === 0n ? cash : cash + worth(quantity, price);

/** Each cost is rounded up to 10^-6 of the quote currency. */
export function costsOf(notional: bigint, fees: Fees): Costs {
  const technology = ceilDivide(notional * fees.technologyBps, BPS);
  const slippage = ceilDivide(notional * fees.slippageBps, BPS);
  return { technology, slippage, priority: fees.priority, total: technology + slippage + fees.priority };
}

/** All cash into the asset: the greatest notional that fits with its costs. */
export function buyAll({ cash }: Holdings, price: bigint, fees: Fees): Fill {
  const notional = greatestNotional(cash, fees);
  const costs = costsOf(notional, fees);
  const quantity = (notional * NOTIONAL_SCALE) / price;
  return { side: 'buy', price, quantity, notional, costs, cashAfter: cash - notional - costs.total };
}

/** All of the asset into cash. */
export function sellAll({ cash, quantity }: Holdings, price: bigint, fees: Fees): Fill {
  const notional = worth(quantity, price);
  const costs = costsOf(notional, fees);
  return { side: 'sell', price, quantity, notional, costs, cashAfter: cash + notional - costs.total };
}

export const holdingsAfter = ({ side, quantity, cashAfter }: Fill): Holdings => ({
  cash: cashAfter,
  quantity: side === 'buy' ? quantity : 0n,
});

/** What the same fill would leave without costs. */
export const withoutCosts = ({ side, price }: Fill, holdings: Holdings): Holdings =>
  holdingsAfter((side === 'buy' ? buyAll : sellAll)(holdings, price, NO_FEES));

/** An impossible fill: it would buy nothing, or make cash negative. */
export const isUnaffordable = ({ quantity, cashAfter }: Fill): boolean => quantity <= 0n || cashAfter < 0n;

const ceilDivide = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor;

function greatestNotional(cash: bigint, fees: Fees): bigint {
  const spendable = cash - fees.priority;
  if (spendable <= 0n) return 0n;
  // Rounding up only increases costs, so this is never too small, and at most a few units too great.
  let notional = (spendable * BPS) / (BPS + fees.technologyBps + fees.slippageBps);
  while (notional + costsOf(notional, fees).total > cash) notional -= 1n;
  return notional;
}

/** The fill for the planned position at this price; undefined if it is already held. */
export function simulate(
  planned: Position,
  { holdings, price, fees }: { readonly holdings: Holdings; readonly price: bigint; readonly fees: Fees },
): Fill | undefined {
  if (planned === positionOf(holdings)) return undefined;
  return planned === 'long' ? buyAll(holdings, price, fees) : sellAll(holdings, price, fees);
}
