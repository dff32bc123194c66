/** What one writes first: averages of whole arrays in doubles, then one loop over the positions. */
export interface Vectorised {
  readonly flips: number;
  readonly endingEquity: number;
}

export interface Rules {
  readonly fast: number;
  readonly slow: number;
  readonly cooldown: number;
  readonly capital: number;
  readonly costShare: number;
  readonly costPerFill: number;
}

export function vectorised(closes: Float64Array, rules: Rules): Vectorised {
  const fast = sums(closes, rules.fast);
  const slow = sums(closes, rules.slow);
  let [cash, quantity, flips, last] = [rules.capital, 0, 0, Number.NEGATIVE_INFINITY];
  for (let i = rules.slow - 1; i < closes.length; i += 1) {
    const long = (fast[i] ?? 0) * rules.slow > (slow[i] ?? 0) * rules.fast;
    if (long === quantity > 0 || i - last < rules.cooldown) continue;
    const price = closes[i] ?? 0;
    if (long) {
      quantity = (cash - rules.costPerFill) / (1 + rules.costShare) / price;
      cash = 0;
    } else {
      cash = quantity * price * (1 - rules.costShare) - rules.costPerFill;
      quantity = 0;
    }
    flips += 1;
    last = i;
  }
  return { flips, endingEquity: cash + quantity * (closes.at(-1) ?? 0) };
}

function sums(values: Float64Array, length: number): Float64Array {
  const result = new Float64Array(values.length);
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) {
    sum += (values[i] ?? 0) - (i < length ? 0 : (values[i - length] ?? 0));
    result[i] = sum;
  }
  return result;
}
