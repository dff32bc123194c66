import { z } from 'zod';
import { pubkeyText } from '../../../core/kernel/encoded-text.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { NATIVE_MINT } from '../../../core/rules/native-coin.ts';
import type { PlainInstruction } from '../../../idl/spl-instructions.ts';
import { type AskVenue, askVenue, failed } from '../ask.ts';
import type { AssetAmount, Route, Venue, VenueBuild, VenueRequest } from '../venue.ts';
import { isBudget, unitPriceOf } from './budget.ts';
import {
  endpointOf,
  impactBps,
  JUPITER,
  type JupiterOptions,
  queryOf,
  quoteMembers,
  routeOf,
  swapParameters,
  transactionText,
  u64,
} from './swap-terms.ts';

/** Its market makers sign a transaction too and send it themselves, and only its own router gives instructions. */
const OTHER_ROUTERS = 'jupiterz,dflow,okx';
/** More than a transaction has room for. */
const MOST_ACCOUNTS = 256;
const MOST_INSTRUCTIONS = 32;
const MOST_TABLES = 64;

const lamports = z.int().min(0).default(0);

const orderAnswer = z.object({
  ...quoteMembers,
  router: z.literal('metis'),
  /** Percentage points: -0.1 is a loss of 0.1 %. */
  priceImpact: z.number().optional(),
  feeMint: z.string().optional(),
  feeBps: z.number().min(0).optional(),
  platformFee: z.object({ amount: u64, feeBps: z.number().min(0), feeMint: z.string().optional() }).nullish(),
  ...{ signatureFeeLamports: lamports, prioritizationFeeLamports: lamports, rentFeeLamports: lamports },
});
type OrderAnswer = z.output<typeof orderAnswer>;

const instruction = z
  .object({
    programId: pubkeyText,
    accounts: z
      .array(z.object({ pubkey: pubkeyText, isWritable: z.boolean(), isSigner: z.boolean() }))
      .max(MOST_ACCOUNTS),
    data: transactionText,
  })
  .transform(
    ({ programId, accounts, data }): PlainInstruction => ({
      program: programId,
      accounts: accounts.map(({ pubkey, isSigner, isWritable }) => ({
        ...{ address: pubkey, signer: isSigner, writable: isWritable },
      })),
      data,
    }),
  );
const instructions = z.array(instruction).max(MOST_INSTRUCTIONS);

const tables = z
  .record(z.string(), z.array(pubkeyText).max(MOST_ACCOUNTS))
  .nullish()
  .transform((given) => new Map(Object.entries(given ?? {})))
  .pipe(z.map(pubkeyText, z.array(z.custom<Pubkey>())).refine(({ size }) => size <= MOST_TABLES));

const buildAnswer = z.object({
  ...quoteMembers,
  /** A fraction of 1: 0.001 is 0.1 %. */
  priceImpactPct: z
    .string()
    .regex(/^-?[0-9]{1,10}(\.[0-9]{1,60})?(e-[0-9]{1,3})?$/i)
    .optional(),
  computeBudgetInstructions: instructions,
  setupInstructions: instructions,
  swapInstruction: instruction,
  cleanupInstruction: instruction.nullish(),
  otherInstructions: instructions.default([]),
  addressesByLookupTableAddress: tables,
});
type BuildAnswer = z.output<typeof buildAnswer>;

/**
 * Jupiter's swap API, version 2: `GET /build` for an owner, whose instructions are assembled here, and `GET /order` for
 * quotes without one. Its `POST /execute` is not used: the owner alone signs, and the transaction is sent from here.
 * https://developers.jup.ag/docs/api-reference/swap
 */
export function createSwapV2(options: JupiterOptions): Venue {
  const ask = askVenue(endpointOf(options));
  return {
    ...{ name: JUPITER, kind: 'swap', programs: options.programs, lists: [] },
    quote: async (request, signal) => {
      if (request.owner === undefined) return [await ordered(ask, request, signal)];
      return [(await built(ask, request, signal)).route];
    },
    build: async (request, signal) => (await built(ask, request, signal)).build,
  };
}

async function ordered(ask: AskVenue, request: VenueRequest, signal?: AbortSignal): Promise<Route> {
  const asked = swapParameters.parse(request.parameters);
  const path = `/order?${queryOf(asked, { swapMode: 'ExactIn', excludeRouters: OTHER_ROUTERS })}`;
  const order = await ask({ path, asker: request.asker }, orderAnswer, signal);
  const { priceImpact } = order;
  return routeOf(order, asked, {
    fees: feesOf(order),
    priceImpactBps: priceImpact === undefined ? undefined : impactBps(Math.max(0, -priceImpact) / 100),
  });
}

/** Undefined if it charges something whose amount it does not state. */
function feesOf(order: OrderAnswer): readonly AssetAmount[] | undefined {
  const { platformFee, feeBps, feeMint } = order;
  const asset = platformFee?.feeMint ?? feeMint;
  const known = platformFee ? platformFee.feeBps : 0;
  if (feeBps === undefined || feeBps > known || (platformFee && asset === undefined)) return undefined;
  const network = order.signatureFeeLamports + order.prioritizationFeeLamports + order.rentFeeLamports;
  const charged = [
    { asset: asset ?? '', amount: platformFee?.amount ?? 0n },
    { asset: NATIVE_MINT as string, amount: BigInt(network) },
  ];
  return charged.filter(({ amount }) => amount > 0n);
}

async function built(
  ask: AskVenue,
  { parameters, owner, asker }: VenueRequest,
  signal?: AbortSignal,
): Promise<{ readonly route: Route; readonly build: VenueBuild }> {
  if (owner === undefined) throw new LaunchlensError('INTERNAL', {});
  const asked = swapParameters.parse(parameters);
  const path = `/build?${queryOf(asked, { taker: owner, computeUnitPricePercentile: 'medium' })}`;
  const answer = await ask({ path, asker }, buildAnswer, signal);
  const impact = Number(answer.priceImpactPct ?? Number.NaN);
  const route = routeOf(answer, asked, {
    // Jupiter takes none for instructions; what pools take is part of the price.
    fees: [],
    priceImpactBps: impact >= 0 ? impactBps(impact) : undefined,
  });
  return { route, build: buildOf(answer) };
}

/** Without a tip, which was not asked for. */
function buildOf(answer: BuildAnswer): VenueBuild {
  const { setupInstructions, swapInstruction, cleanupInstruction, otherInstructions } = answer;
  if (!answer.computeBudgetInstructions.every(isBudget))
    throw failed(JUPITER, 'its answer is malformed at computeBudgetInstructions');
  const cleanup = cleanupInstruction ? [cleanupInstruction] : [];
  return {
    kind: 'instructions',
    instructions: [...setupInstructions, swapInstruction, ...cleanup, ...otherInstructions],
    unitPrice: unitPriceOf(answer.computeBudgetInstructions),
    tables: answer.addressesByLookupTableAddress,
  };
}
