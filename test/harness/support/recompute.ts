/** A report as a stranger reads it: nothing but closes, parameters and fee figures is taken from it. */
export interface Given {
  readonly closes: readonly string[];
  readonly fast: number;
  readonly slow: number;
  readonly cooldown: number;
  readonly capital: string;
  readonly technologyBps: number;
  readonly slippageBps: number;
  readonly priority: string;
}

/** Figures as the report writes them, in its names. */
export interface Recomputed {
  readonly steps: { readonly planned: string; readonly executed: string; readonly veto: string | null }[];
  readonly trades: Readonly<Record<string, string | number>>[];
  readonly equity: string[];
  readonly total_costs: string;
  readonly gross_ending_equity: string;
}

const DEEP = 30;
const WORTH = 10n ** 33n;

const units = (text: string, places: number): bigint => {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(places, '0'));
};

const decimal = (value: bigint, places: number): string =>
  `${value / 10n ** BigInt(places)}.${String(value % 10n ** BigInt(places)).padStart(places, '0')}`;

const money = (value: bigint): string => decimal(value, 6);

/** What a notional costs, each share rounded up. */
function costsOf(notional: bigint, { technologyBps, slippageBps, priority }: Given) {
  const share = (bps: number): bigint => {
    const product = notional * BigInt(bps);
    return product / 10_000n + (product % 10_000n > 0n ? 1n : 0n);
  };
  const [technology, slippage, estimate] = [share(technologyBps), share(slippageBps), units(priority, 6)];
  return { technology, slippage, estimate, total: technology + slippage + estimate };
}

/** The greatest notional that fits in the cash with its costs, searched by halving; 0 where none does. */
function greatestNotional(cash: bigint, given: Given): bigint {
  let [fits, tooMuch] = [0n, cash + 1n];
  while (tooMuch - fits > 1n) {
    const middle = (fits + tooMuch) / 2n;
    if (middle + costsOf(middle, given).total <= cash) fits = middle;
    else tooMuch = middle;
  }
  return fits;
}

/** Whether the fast average is above the slow one, each taken anew from the closes. */
function isPlannedLong(prices: readonly bigint[], i: number, { fast, slow }: Given): boolean {
  const sum = (length: number): bigint =>
    prices.slice(i + 1 - length, i + 1).reduce((total, price) => total + price, 0n);
  return i + 1 >= slow && sum(fast) * BigInt(slow) > sum(slow) * BigInt(fast);
}

/** The SMA run by the published rules, written without a look at the harness. */
export function recompute(given: Given): Recomputed {
  const prices = given.closes.map((close) => units(close, DEEP));
  const steps: Recomputed['steps'] = [];
  const trades: Recomputed['trades'] = [];
  const equity: string[] = [];
  let [cash, quantity, costsInAll, last] = [units(given.capital, 6), 0n, 0n, Number.NEGATIVE_INFINITY];
  let gross = { cash, quantity: 0n };
  const fill = (i: number, price: bigint, side: 'buy' | 'sell'): string | null => {
    const notional = side === 'buy' ? greatestNotional(cash, given) : (quantity * price) / WORTH;
    const traded = side === 'buy' ? (notional * WORTH) / price : quantity;
    const costs = costsOf(notional, given);
    const left = cash + (side === 'buy' ? -notional : notional) - costs.total;
    if (left < 0n || traded === 0n) return 'insufficient_cash';
    [cash, quantity, costsInAll, last] = [left, side === 'buy' ? traded : 0n, costsInAll + costs.total, i];
    gross =
      side === 'buy'
        ? { cash: 0n, quantity: (gross.cash * WORTH) / price }
        : { cash: gross.cash + (gross.quantity * price) / WORTH, quantity: 0n };
    trades.push({
      i,
      side,
      quantity: decimal(traded, 9),
      notional: money(notional),
      technology_fee: money(costs.technology),
      slippage: money(costs.slippage),
      priority_fee: money(costs.estimate),
      total_cost: money(costs.total),
      cash_after: money(cash),
    });
    return null;
  };
  for (const [i, price] of prices.entries()) {
    const long = isPlannedLong(prices, i, given);
    let veto: string | null = null;
    if (long !== quantity > 0n) {
      veto = i - last < given.cooldown ? 'cooldown' : fill(i, price, long ? 'buy' : 'sell');
    }
    const position = (isLong: boolean) => (isLong ? 'long' : 'flat');
    steps.push({ planned: position(long), executed: position(quantity > 0n), veto });
    equity.push(money(cash + (quantity * price) / WORTH));
  }
  const grossEnd = gross.cash + (gross.quantity * (prices.at(-1) ?? 0n)) / WORTH;
  return { steps, trades, equity, total_costs: money(costsInAll), gross_ending_equity: money(grossEnd) };
}
