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

export interface Recomputed {
  readonly planned: readonly string[];
  readonly executed: readonly string[];
  readonly cashAfter: readonly bigint[];
  readonly quantities: readonly bigint[];
  readonly equity: readonly bigint[];
  readonly costs: bigint;
}

const DEEP = 30;

const units = (text: string, places: number): bigint => {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(places, '0'));
};

/**
 * The SMA run by the published rules, written without a look at the harness: averages are taken anew at each bar, and
 * the greatest notional is searched by halving.
 */
export function recompute(given: Given): Recomputed {
  const prices = given.closes.map((close) => units(close, DEEP));
  const priority = units(given.priority, 6);
  const share = (notional: bigint, bps: number): bigint => {
    const product = notional * BigInt(bps);
    return product / 10_000n + (product % 10_000n > 0n ? 1n : 0n);
  };
  const cost = (notional: bigint): bigint =>
    share(notional, given.technologyBps) + share(notional, given.slippageBps) + priority;
  const value = (quantity: bigint, price: bigint): bigint => (quantity * price) / 10n ** 33n;
  const mean = (end: number, length: number): bigint =>
    prices.slice(end + 1 - length, end + 1).reduce((sum, price) => sum + price, 0n);

  const found = { planned: [] as string[], executed: [] as string[], equity: [] as bigint[] };
  const cashAfter: bigint[] = [];
  const quantities: bigint[] = [];
  let [cash, quantity, costs, last] = [units(given.capital, 6), 0n, 0n, Number.NEGATIVE_INFINITY];
  for (const [i, price] of prices.entries()) {
    const long =
      i + 1 >= given.slow &&
      mean(i, given.fast) * BigInt(given.slow) > mean(i, given.slow) * BigInt(given.fast);
    found.planned.push(long ? 'long' : 'flat');
    if (long !== quantity > 0n && i - last >= given.cooldown) {
      last = i;
      if (long) {
        let [fits, tooMuch] = [0n, cash + 1n];
        while (tooMuch - fits > 1n) {
          const middle = (fits + tooMuch) / 2n;
          if (middle + cost(middle) <= cash) fits = middle;
          else tooMuch = middle;
        }
        cash -= fits + cost(fits);
        costs += cost(fits);
        quantity = (fits * 10n ** 33n) / price;
        quantities.push(quantity);
      } else {
        const proceeds = value(quantity, price);
        cash += proceeds - cost(proceeds);
        costs += cost(proceeds);
        quantities.push(quantity);
        quantity = 0n;
      }
      cashAfter.push(cash);
    }
    found.executed.push(quantity > 0n ? 'long' : 'flat');
    found.equity.push(cash + value(quantity, price));
  }
  return { ...found, cashAfter, quantities, costs };
}
