import { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { askVenue, failed } from '../ask.ts';
import { MOST_PRIORITY_FEE, type Route, type Venue, type VenueRequest } from '../venue.ts';
import {
  endpointOf,
  impactBps,
  JUPITER,
  type JupiterOptions,
  queryOf,
  quoteMembers,
  routeOf,
  type SwapParameters,
  swapParameters,
  transactionText,
} from './swap-terms.ts';

/** The rest of a quote is returned unchanged: `/swap` reads it again. */
const quoteAnswer = z.looseObject({
  ...quoteMembers,
  priceImpactPct: z.string().regex(/^[0-9]{1,10}(\.[0-9]{1,60})?(e-[0-9]{1,3})?$/i),
});

const swapAnswer = z.object({
  swapTransaction: transactionText,
});

/**
 * Jupiter's swap API, version 1, which is being retired: `GET /quote` and `POST /swap` below the base URL.
 * https://developers.jup.ag/docs/swap/v1
 */
export function createSwapV1(options: JupiterOptions): Venue {
  const ask = askVenue(endpointOf(options));

  const quoted = async (request: VenueRequest, signal?: AbortSignal) => {
    const asked = swapParameters.parse(request.parameters);
    const { asker } = request;
    const raw = await ask(
      { path: `/quote?${queryOf(asked, { swapMode: 'ExactIn' })}`, asker },
      z.record(z.string(), z.json()),
      signal,
    );
    return { raw, route: quotedRoute(raw, asked) };
  };

  return {
    ...{ name: JUPITER, kind: 'swap', programs: options.programs, lists: [] },
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

function swapBody(userPublicKey: string, quoteResponse: unknown) {
  return {
    ...{ userPublicKey, quoteResponse, wrapAndUnwrapSol: true, dynamicComputeUnitLimit: true },
    prioritizationFeeLamports: {
      priorityLevelWithMaxLamports: { priorityLevel: 'medium', maxLamports: Number(MOST_PRIORITY_FEE) },
    },
  };
}

/** @throws VENUE_FAILED */
function quotedRoute(raw: unknown, asked: SwapParameters): Route {
  const parsed = quoteAnswer.safeParse(raw);
  if (!parsed.success) throw failed(JUPITER, 'its quote is malformed');
  // A fraction of 1 that Jupiter calls a percentage: 0.0012 is 12 basis points.
  const priceImpactBps = impactBps(Number(parsed.data.priceImpactPct));
  return routeOf(parsed.data, asked, { fees: undefined, priceImpactBps });
}
