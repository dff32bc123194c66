import { parseDecimal } from '../../../../core/kernel/decimal.ts';
import { RUN_TERMS } from '../../../../schemas/strategies/run.ts';
import type { WatchMemory } from '../../../../schemas/strategies/watch.ts';
import type { Decide } from './decision.ts';
import { givenAt, ONE, priceText } from './market.ts';

const BPS = 10_000n;
/** A plan's price, times 10^18. It was validated when it was stored. */
const priceOf = (text: string): bigint => parseDecimal(text, 18) ?? ONE;
const share = (amount: bigint, bps: number): bigint => (amount * BigInt(bps)) / BPS;

/** Sells at the stop or below, never below the limit. */
export const stopLoss: Decide = async ({ plan, memory, market }) => {
  const terms = RUN_TERMS.stoploss.parse(plan);
  const { mint, receive_mint } = terms;
  const amount = BigInt(terms.amount);
  const [stop, limit] = [priceOf(terms.stop_price), priceOf(terms.limit_price)];
  const { price } = await market.quote(mint, receive_mint, amount);
  const seen = { memory, price };
  if (price > stop) {
    return {
      ...seen,
      sentence: `The price of ${priceText(price)} is above the stop of ${terms.stop_price}.`,
    };
  }
  if (price < limit) {
    return {
      ...seen,
      sentence: `The price of ${priceText(price)} is below the limit of ${terms.limit_price}.`,
    };
  }
  const minimum_out = await givenAt(market, { mint, receive_mint, amount }, limit);
  return {
    ...seen,
    sentence: `The price of ${priceText(price)} has reached the stop of ${terms.stop_price}.`,
    swap: { input_mint: mint, output_mint: receive_mint, amount, minimum_out },
  };
};

/** Sells a share of the balance once the price has fallen far enough below the first one seen. */
export const protect: Decide = async ({ plan, memory, market }) => {
  const { mint, receive_mint, max_loss_bps, sell_share_bps } = RUN_TERMS.protect.parse(plan);
  const amount = share(await market.balance(mint), sell_share_bps);
  if (amount === 0n) return { memory, sentence: 'The wallet holds nothing to protect.' };
  const { price } = await market.quote(mint, receive_mint, amount);
  const reference = memory.reference === undefined ? price : BigInt(memory.reference);
  const floor = share(reference, 10_000 - max_loss_bps);
  const seen = { memory: { ...memory, reference: reference.toString() }, price };
  const from = `${max_loss_bps} basis points below ${priceText(reference)}`;
  if (price > floor) return { ...seen, sentence: `The price of ${priceText(price)} is less than ${from}.` };
  return {
    ...seen,
    sentence: `The price of ${priceText(price)} is at least ${from}.`,
    swap: { input_mint: mint, output_mint: receive_mint, amount },
  };
};

/** Samples kept of a lookback. */
const MOST_SAMPLES = 60;

/** Buys after a rise over the lookback, and after a fall sells what the buy gave. */
export const momentum: Decide = async ({ plan, memory, market, now }) => {
  const { mint, pay_mint, lookback_seconds, entry_bps, exit_bps, ...terms } = RUN_TERMS.momentum.parse(plan);
  const amount = BigInt(terms.amount);
  const quoted = await market.quote(pay_mint, mint, amount);
  if (quoted.price === 0n) return { memory, sentence: 'The venue gives nothing for this amount.' };
  // A quote says how much of the mint is given; its price is the inverse.
  const price = (ONE * ONE) / quoted.price;
  const lookback = lookback_seconds * 1000;
  const samples = sampled(memory.samples ?? [], { at: now, price, lookback });
  const seen = { memory: { ...memory, samples }, price };
  const [then, was] = samples[0] ?? [now, price.toString()];
  if (now - then < lookback) {
    return {
      ...seen,
      sentence: `Prices are being gathered until ${new Date(then + lookback).toISOString()}.`,
    };
  }
  const before = BigInt(was);
  const change = before === 0n ? 0n : ((price - before) * BPS) / before;
  const moved = `The price of ${priceText(price)} has changed by ${change} basis points in ${lookback_seconds} s`;
  const { held } = memory;
  if (held === undefined && change >= BigInt(entry_bps)) {
    return {
      ...{ ...seen, memory: { ...seen.memory, pending: { held: quoted.minimum.toString() } } },
      sentence: `${moved}, at least the ${entry_bps} to enter at.`,
      swap: { input_mint: pay_mint, output_mint: mint, amount },
    };
  }
  if (held !== undefined && change <= -BigInt(exit_bps)) {
    return {
      ...{ ...seen, memory: { ...seen.memory, pending: { held: null } } },
      sentence: `${moved}, at least the fall of ${exit_bps} to leave at.`,
      swap: { input_mint: mint, output_mint: pay_mint, amount: BigInt(held) },
    };
  }
  return { ...seen, sentence: `${moved}.` };
};

/**
 * The samples with the newest one: evenly spaced, the first of them the last at or before the lookback's start. After a
 * pause of a whole lookback they say nothing of its start, and are gathered anew.
 */
function sampled(
  samples: NonNullable<WatchMemory['samples']>,
  { at, price, lookback }: { readonly at: number; readonly price: bigint; readonly lookback: number },
): NonNullable<WatchMemory['samples']> {
  const started = samples.findLastIndex(([seen]) => at - seen >= lookback);
  const kept = samples.slice(Math.max(started, 0)).filter(([seen]) => at - seen < 2 * lookback);
  const newest = kept.at(-1);
  if (newest !== undefined && at - newest[0] < lookback / MOST_SAMPLES) return kept;
  return [...kept, [at, price.toString()]];
}
