import type { z } from 'zod';
import { parseDecimal } from '../../../../core/kernel/decimal.ts';
import { RUN_TERMS } from '../../../../schemas/strategies/run.ts';
import type { WatchMemory } from '../../../../schemas/strategies/watch.ts';
import type { Decide, Swap } from './decision.ts';
import { type Market, ONE, priceText } from './market.ts';

const BPS = 10_000n;

/** Moves value from the mint that is furthest above its weight to the one that is furthest below. */
export const rebalance: Decide = async ({ plan, memory, market }) => {
  const { weights, drift_bps } = RUN_TERMS.rebalance.parse(plan);
  const unit = weights[0]?.mint ?? '';
  const parts = await Promise.all(
    weights.map(async ({ mint, weight_bps }) => {
      const balance = await market.balance(mint);
      const worth =
        mint === unit || balance === 0n ? balance : (await market.quote(mint, unit, balance)).amount;
      return { mint, weight: BigInt(weight_bps), balance, worth };
    }),
  );
  const total = parts.reduce((sum, { worth }) => sum + worth, 0n);
  if (total === 0n) return { memory, sentence: 'The wallet holds none of the mints.' };
  const drifts = parts
    .map((part) => ({ ...part, excess: part.worth - (total * part.weight) / BPS }))
    .sort((a, b) => (a.excess < b.excess ? -1 : 1));
  const [under, over] = [drifts[0], drifts.at(-1)];
  if (under === undefined || over === undefined) return { memory, sentence: 'The plan has no mints.' };
  const most = over.excess > -under.excess ? over.excess : -under.excess;
  const drift = (most * BPS) / total;
  const sentence = `The largest distance from a weight is ${drift} basis points, and the plan acts at ${drift_bps}.`;
  const moved = over.excess < -under.excess ? over.excess : -under.excess;
  const amount = over.worth === 0n ? 0n : (over.balance * moved) / over.worth;
  if (drift < BigInt(drift_bps) || amount === 0n) return { memory, sentence };
  return { memory, sentence, swap: { input_mint: over.mint, output_mint: under.mint, amount } };
};

/** Does what the first rule that applies says: once, until it no longer applies. */
export const composed: Decide = async ({ plan, memory, market }) => {
  const { rules, quote_mint } = RUN_TERMS.composed.parse(plan);
  if (quote_mint === undefined) return { memory, sentence: 'The plan names no quote_mint.' };
  const { applied, ...before } = memory;
  let now: WatchMemory = before;
  for (const [index, rule] of rules.entries()) {
    const found = await measured(rule, quote_mint, { market, memory: now });
    now = { ...now, ...found.memory };
    if (!found.applies) continue;
    const sentence = `Rule ${index + 1} applies: ${found.told}.`;
    const seen = { memory: { ...now, applied: index }, price: found.price, sentence };
    if (rule.action === 'hold' || applied === index) return seen;
    const swap = await swapOf(rule, quote_mint, market);
    if (swap === undefined)
      return {
        ...seen,
        memory: now,
        sentence: `${sentence} The wallet holds nothing to ${rule.action} with.`,
      };
    // The next rise or fall is measured from here.
    const reference = found.price === undefined ? {} : { reference: found.price.toString() };
    return { ...seen, memory: { ...seen.memory, ...reference }, swap };
  }
  return { memory: now, sentence: 'No rule applies.' };
};

type Rule = z.output<typeof RUN_TERMS.composed>['rules'][number];

interface Measured {
  readonly applies: boolean;
  readonly told: string;
  readonly price?: bigint;
  readonly memory?: WatchMemory;
}

async function measured(
  { measure, mint, is, value }: Rule,
  quoteMint: string,
  { market, memory }: { readonly market: Market; readonly memory: WatchMemory },
): Promise<Measured> {
  const bound = parseDecimal(value, 18) ?? 0n;
  const beyond = (found: bigint): boolean => (is === 'above' ? found > bound : found < bound);
  const whole = 10n ** BigInt(await market.decimals(mint));
  if (measure === 'balance') {
    const found = ((await market.balance(mint)) * ONE) / whole;
    return { applies: beyond(found), told: `the balance of ${priceText(found)} is ${is} ${value}` };
  }
  const { price } = await market.quote(mint, quoteMint, whole);
  if (measure === 'price') {
    return { applies: beyond(price), price, told: `the price of ${priceText(price)} is ${is} ${value}` };
  }
  const reference = memory.reference === undefined ? price : BigInt(memory.reference);
  const rise = reference === 0n ? 0n : ((price - reference) * BPS) / reference;
  const [size, verb] = is === 'above' ? [rise, 'risen'] : [-rise, 'fallen'];
  return {
    ...{ applies: size * ONE > bound, price, memory: { reference: reference.toString() } },
    told: `the price of ${priceText(price)} has ${verb} by ${size} basis points, more than ${value}`,
  };
}

async function swapOf(
  { action, mint, share_bps }: Rule,
  quoteMint: string,
  market: Market,
): Promise<Swap | undefined> {
  const [from, to] = action === 'buy' ? [quoteMint, mint] : [mint, quoteMint];
  const amount = ((await market.balance(from)) * BigInt(share_bps)) / BPS;
  return amount === 0n ? undefined : { input_mint: from, output_mint: to, amount };
}
