import { z } from 'zod';
import { pubkeyText } from '../../../core/kernel/encoded-text.ts';
import { isLaunchlensError, LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { NATIVE_MINT } from '../../../core/rules/native-coin.ts';
import type { PlainInstruction } from '../../../idl/spl-instructions.ts';
import { type AskVenue, askVenue, failed } from '../ask.ts';
import type { AssetAmount, Fits, Route, Venue, VenueInstructions, VenueRequest } from '../venue.ts';
import { isBudget, unitPriceOf } from './budget.ts';
import { onceEach } from './once-each.ts';
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

/** The most accounts of a route: first as Jupiter chooses (64), then fewer, until its transaction fits into a packet. */
const ACCOUNTS = [undefined, 54, 44, 34] as const;
/** How long a quote's route may be used for the plan that it was quoted for, and for how many at once. */
const QUOTED_MS = 5_000;
const MOST_QUOTED = 64;

interface Routed {
  readonly route: Route;
  readonly build: VenueInstructions;
}

/**
 * Jupiter's swap API, version 2: `GET /build` for an owner, whose instructions are assembled here, and `GET /order` for
 * quotes without one. Its `POST /execute` is not used: the owner alone signs, and the transaction is sent from here.
 * https://developers.jup.ag/docs/api-reference/swap
 */
export function createSwapV2(options: JupiterOptions): Venue {
  const ask = askVenue(endpointOf(options));
  const { fits, clock } = options;
  const quoted = onceEach<Routed>(clock, { lifetimeMs: QUOTED_MS, most: MOST_QUOTED });
  return {
    ...{ name: JUPITER, kind: 'swap', programs: options.programs, lists: [] },
    quote: async (request, signal) => {
      if (request.owner === undefined) return [await ordered(ask, request, signal)];
      const found = await fitting(ask, fits, request, signal);
      quoted.keep(nameOf(request), found);
      return [found.route];
    },
    build: async (request, signal) => {
      // What an owner is about to sign is always new.
      const kept = request.asker.lane === 'signing' ? undefined : quoted.take(nameOf(request));
      return (kept ?? (await fitting(ask, fits, request, signal))).build;
    },
  };
}

function nameOf({ owner, action, parameters }: VenueRequest): string {
  return JSON.stringify([owner, action, Object.entries(parameters).sort()]);
}

/** A route whose transaction fits into a packet, if Jupiter has one. */
async function fitting(
  ask: AskVenue,
  fits: Fits,
  request: VenueRequest,
  signal?: AbortSignal,
): Promise<Routed> {
  const { owner } = request;
  if (owner === undefined) throw new LaunchlensError('INTERNAL', {});
  let last: Routed | undefined;
  for (const accounts of ACCOUNTS) {
    const found = await lighter(last, () => built(ask, request, { owner, accounts, signal }));
    if (found === last) break;
    last = found;
    if (fits(found.build, owner)) break;
  }
  if (last === undefined) throw new LaunchlensError('INTERNAL', {});
  return last;
}

/** What is heavier counts if Jupiter has no route with fewer accounts; assembling it says that it does not fit. */
async function lighter(heavier: Routed | undefined, asks: () => Promise<Routed>): Promise<Routed> {
  try {
    return await asks();
  } catch (error) {
    if (heavier !== undefined && isLaunchlensError(error, 'VENUE_REFUSED')) return heavier;
    throw error;
  }
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

interface Building {
  readonly owner: Pubkey;
  /** Undefined for as many as Jupiter chooses. */
  readonly accounts: number | undefined;
  readonly signal: AbortSignal | undefined;
}

async function built(
  ask: AskVenue,
  { parameters, asker }: VenueRequest,
  { owner, accounts, signal }: Building,
): Promise<Routed> {
  const asked = swapParameters.parse(parameters);
  const most = accounts === undefined ? {} : { maxAccounts: String(accounts) };
  const path = `/build?${queryOf(asked, { taker: owner, computeUnitPricePercentile: 'medium', ...most })}`;
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
function buildOf(answer: BuildAnswer): VenueInstructions {
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
