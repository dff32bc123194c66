import { z } from 'zod';
import { base64Text, pubkeyText } from '../../../core/kernel/encoded-text.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { LONGEST_TRANSACTION_TEXT } from '../../../schemas/transaction-text.ts';
import { amount } from '../../../schemas/venues/protocol.ts';
import { failed, requireWithinSlippage, type VenueEndpoint } from '../ask.ts';
import type { AssetAmount, Fits, Route } from '../venue.ts';

/** What both versions of Jupiter's swap API have in common. */

export interface JupiterOptions extends Omit<VenueEndpoint, 'venue' | 'headers'> {
  /** Undefined for the free tier. */
  readonly key: string | undefined;
  readonly programs: readonly Pubkey[];
  readonly fits: Fits;
}

export const JUPITER = 'jupiter';

export const u64 = amount.transform(BigInt);
/** Bytes in base64, none longer than those of a transaction. */
export const transactionText = z.string().max(LONGEST_TRANSACTION_TEXT).pipe(base64Text);

export const swapParameters = z.object({
  input_mint: pubkeyText,
  output_mint: pubkeyText,
  amount: u64,
  slippage_bps: z.int().min(0).max(10_000),
});
export type SwapParameters = z.output<typeof swapParameters>;

/** The members of a quote that both versions name alike. */
export const quoteMembers = {
  inputMint: z.string(),
  outputMint: z.string(),
  inAmount: u64,
  outAmount: u64,
  otherAmountThreshold: u64,
  swapMode: z.literal('ExactIn'),
  slippageBps: z.int(),
  routePlan: z.array(z.looseObject({})).min(1).max(64),
} as const;
export type QuoteMembers = z.output<z.ZodObject<typeof quoteMembers>>;

export function endpointOf({ key, programs: _, fits: __, ...endpoint }: JupiterOptions): VenueEndpoint {
  return { ...endpoint, venue: JUPITER, headers: key === undefined ? {} : { 'x-api-key': key } };
}

export function queryOf(
  { input_mint, output_mint, amount, slippage_bps }: SwapParameters,
  others: Readonly<Record<string, string>>,
): string {
  const query = {
    inputMint: input_mint,
    outputMint: output_mint,
    amount: amount.toString(),
    slippageBps: String(slippage_bps),
  };
  return new URLSearchParams({ ...query, ...others }).toString();
}

export interface QuotedTerms {
  readonly fees: readonly AssetAmount[] | undefined;
  readonly priceImpactBps: number | undefined;
}

/** @throws VENUE_FAILED for a quote of something other than requested */
export function routeOf(quote: QuoteMembers, asked: SwapParameters, terms: QuotedTerms): Route {
  const isAsked =
    quote.inputMint === asked.input_mint &&
    quote.outputMint === asked.output_mint &&
    quote.inAmount === asked.amount &&
    quote.slippageBps === asked.slippage_bps;
  if (!isAsked) throw failed(JUPITER, 'its quote is not for what was asked');
  const { outputMint: asset, outAmount: amount, otherAmountThreshold: minimum } = quote;
  const receives = { asset, amount, minimum };
  requireWithinSlippage(JUPITER, { receives }, asked.slippage_bps);
  return {
    label: quote.routePlan.length === 1 ? 'direct' : `${quote.routePlan.length} steps`,
    pays: [{ asset: asked.input_mint, amount: quote.inAmount }],
    ...{ receives, ...terms },
    expiresAt: undefined,
  };
}

/** Basis points of a fraction of 1. */
export function impactBps(fraction: number): number {
  return Math.min(10_000, Math.round(fraction * 10_000));
}
