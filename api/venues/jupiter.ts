import { z } from 'zod';
import { base64Text, pubkeyText } from '../../core/kernel/encoded-text.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../core/kernel/pubkey.ts';
import { amount } from '../../schemas/venues/protocol.ts';
import { askVenue, failed, requireWithinSlippage, type VenueEndpoint } from './ask.ts';
import type { Route, Venue, VenueRequest } from './venue.ts';

/**
 * Jupiter's swap API, version 1: `GET /quote` and `POST /swap` below the base URL.
 * https://dev.jup.ag/api-reference/swap
 */
export interface JupiterOptions extends Omit<VenueEndpoint, 'venue' | 'headers'> {
  /** Undefined for the free tier. */
  readonly key: string | undefined;
  readonly programs: readonly Pubkey[];
}

export const JUPITER = 'jupiter';

/** The most that Jupiter may have the owner pay for priority, in lamports. */
const MOST_PRIORITY_FEE = 1_000_000;
const LONGEST_TRANSACTION_TEXT = 1_644;

const u64 = amount.transform(BigInt);
const swapParameters = z.object({
  input_mint: pubkeyText,
  output_mint: pubkeyText,
  amount: u64,
  slippage_bps: z.int().min(0).max(10_000),
});
type SwapParameters = z.output<typeof swapParameters>;

/** The rest of a quote is returned unchanged: `/swap` reads it again. */
const quoteAnswer = z.looseObject({
  inputMint: z.string(),
  outputMint: z.string(),
  inAmount: u64,
  outAmount: u64,
  otherAmountThreshold: u64,
  swapMode: z.literal('ExactIn'),
  slippageBps: z.int(),
  priceImpactPct: z.string().regex(/^[0-9]{1,10}(\.[0-9]{1,60})?(e-[0-9]{1,3})?$/i),
  routePlan: z.array(z.looseObject({})).min(1).max(64),
});
type QuoteAnswer = z.output<typeof quoteAnswer>;

const swapAnswer = z.object({
  swapTransaction: z.string().max(LONGEST_TRANSACTION_TEXT).pipe(base64Text),
});

export function createJupiter({ key, programs, ...endpoint }: JupiterOptions): Venue {
  const headers: VenueEndpoint['headers'] = key === undefined ? {} : { 'x-api-key': key };
  const ask = askVenue({ ...endpoint, venue: JUPITER, headers });

  const quoted = async (request: VenueRequest, signal?: AbortSignal) => {
    const asked = swapParameters.parse(request.parameters);
    const { asker } = request;
    const raw = await ask(
      { path: `/quote?${queryOf(asked)}`, asker },
      z.record(z.string(), z.json()),
      signal,
    );
    return { raw, route: routeOf(raw, asked) };
  };

  return {
    ...{ name: JUPITER, kind: 'swap', programs },
    quote: async (request, signal) => [(await quoted(request, signal)).route],
    build: async (request, signal) => {
      const { owner, asker } = request;
      if (owner === undefined) throw new LaunchlensError('INTERNAL', {});
      const { raw } = await quoted(request, signal);
      const { swapTransaction } = await ask(
        { path: '/swap', body: swapBody(owner, raw), asker },
        swapAnswer,
        signal,
      );
      return { kind: 'transaction', transaction: swapTransaction };
    },
  };
}

function queryOf({ input_mint, output_mint, amount, slippage_bps }: SwapParameters): URLSearchParams {
  return new URLSearchParams({
    inputMint: input_mint,
    outputMint: output_mint,
    amount: amount.toString(),
    slippageBps: String(slippage_bps),
    swapMode: 'ExactIn',
  });
}

function swapBody(userPublicKey: string, quoteResponse: unknown) {
  return {
    ...{ userPublicKey, quoteResponse, wrapAndUnwrapSol: true, dynamicComputeUnitLimit: true },
    prioritizationFeeLamports: {
      priorityLevelWithMaxLamports: { priorityLevel: 'medium', maxLamports: MOST_PRIORITY_FEE },
    },
  };
}

/** @throws VENUE_FAILED for a quote of something other than requested */
function routeOf(raw: unknown, asked: SwapParameters): Route {
  const parsed = quoteAnswer.safeParse(raw);
  if (!parsed.success) throw failed(JUPITER, 'its quote is malformed');
  const quote = parsed.data;
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
    receives,
    fees: undefined,
    priceImpactBps: impactBps(quote),
    expiresAt: undefined,
  };
}

/** A fraction of 1 that Jupiter calls a percentage: 0.0012 is 12 basis points. */
function impactBps({ priceImpactPct }: QuoteAnswer): number {
  return Math.min(10_000, Math.round(Number(priceImpactPct) * 10_000));
}
