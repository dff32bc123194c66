import { z } from 'zod';
import { pubkeyText } from '../../../core/kernel/encoded-text.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { isPubkey, type Pubkey } from '../../../core/kernel/pubkey.ts';
import type { Move, Outflow } from '../../../core/rules/moves.ts';
import { amount } from '../../../schemas/venues/protocol.ts';
import type { TransactionChain } from '../../read/chain/transactions.ts';
import type { Route, Venue, VenueParameters, VenueRequest } from '../../venues/venue.ts';
import { programsSettingOf, settingNamed, type Venues } from '../../venues/venues.ts';
import { askedFor } from '../intents/digest.ts';
import type { IntentDraft, PlannedAmount, PlanTerms, TransactionBuilder } from '../intents/draft.ts';
import { assembledRoute } from './assembled-route.ts';
import { checkedTransaction } from './check-transaction.ts';

const VENUE_BUILDER = 'venue';

const outflow = z.object({ mint: pubkeyText, amount: amount.transform(BigInt) });

/** The input for a venue to build again, stored with an intent. */
const venueTerms = z.object({
  venue: z.string(),
  action: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.int(), z.boolean()])),
  outflows: z.array(outflow),
  minimum: outflow.nullable(),
  /** Whether it must call one of the venue's programs, whatever comes in. */
  calls_program: z.boolean().default(true),
});

export type VenueTermsText = z.input<typeof venueTerms> & { readonly calls_program: boolean };

/** Arguments of a tool in the venue protocol. Safe because no venue tool has lists or objects as arguments. */
export function parametersOf(input: Readonly<Record<string, unknown>>): VenueParameters {
  return askedFor(input) as VenueParameters;
}

export interface VenueProposal {
  readonly venue: Venue;
  readonly action: string;
  readonly owner: Pubkey;
  readonly parameters: VenueParameters;
  /** The move that the checks have seen: no more than this may leave. */
  readonly move: Move;
  /** The action, without its full stop. */
  readonly what: string;
  /** The minimum that has to come in; omitted if nothing has to, or a quote decides. */
  readonly minimum?: Outflow | undefined;
  /** What would come in, if the arguments decide it; omitted if unknown, or if a quote decides. */
  readonly receives?: readonly PlannedAmount[] | undefined;
  /** What the owner would give on another chain. */
  readonly givesElsewhere?: readonly PlannedAmount[] | undefined;
  /** The route that the venue quoted. */
  readonly quoted?: Route | undefined;
  /** A sentence for the owner, if there is something to know. */
  readonly notice?: string | undefined;
}

export interface SwapProposal extends VenueProposal {
  readonly outputMint: Pubkey;
  /** The agent's minimum; counts if the quote promises less. */
  readonly minimumOut: bigint | undefined;
}

/**
 * What a venue would have the owner sign, or where the owner would go.
 * @throws VENUE_BUSY, VENUE_FAILED, VENUE_REFUSED
 */
export async function draftVenueAction(proposal: VenueProposal): Promise<IntentDraft> {
  const { venue, what } = proposal;
  const built = await venue.build?.(requestOf(proposal));
  const place = `at the venue ${venue.name}`;
  if (built?.kind !== 'hand_off')
    return transactionDraft(proposal, `${what} ${place}.`, { callsProgram: true });
  return {
    summary: noticed(`${what}, on the pages of the venue ${venue.name}.`, proposal),
    move: proposal.move,
    planTerms: planTermsOf(proposal),
    handOff: {
      url: built.url,
      note: `The venue ${venue.name} executes this on its own pages. Launchlens cannot check what they ask you to sign.`,
    },
  };
}

/**
 * A swap with a quote: the quote's minimum has to come in, by the simulation of what is signed.
 * @throws VENUE_BUSY, VENUE_FAILED, VENUE_REFUSED, VENUE_QUOTE_TOO_LOW
 */
export async function draftSwap(proposal: SwapProposal): Promise<IntentDraft> {
  const { venue, what, outputMint, minimumOut } = proposal;
  const [route] = await venue.quote(requestOf(proposal));
  const { amount, minimum } = receivedOf(proposal, route);
  if (minimumOut !== undefined && amount < minimumOut) {
    throw new LaunchlensError('VENUE_QUOTE_TOO_LOW', {
      ...{ venue: venue.name, mint: outputMint, offered: amount, asked: minimumOut },
    });
  }
  // The quote's minimum applies even if the agent asks for less.
  const least = minimumOut !== undefined && minimumOut > minimum ? minimumOut : minimum;
  const summary = `${what} for at least ${least} base units of ${outputMint} (quoted: ${amount})`;
  const bringing = { ...proposal, quoted: route, minimum: { mint: outputMint, amount: least } };
  if (venue.kind !== 'swap') {
    const drafted = await draftVenueAction({ ...bringing, what: summary });
    if (drafted.handOff !== undefined) return drafted;
  }
  return transactionDraft(bringing, `${summary} at the venue ${venue.name}.`, { callsProgram: false });
}

/** What a quoted route gives of the wanted mint. @throws VENUE_FAILED if the quote is for something else */
export function receivedOf(
  { venue, outputMint }: Pick<SwapProposal, 'venue' | 'outputMint'>,
  route: Route | undefined,
): Route['receives'] {
  const { receives } = route ?? {};
  if (
    receives &&
    isPubkey(receives.asset) &&
    receives.asset === outputMint &&
    receives.minimum <= receives.amount
  ) {
    return receives;
  }
  throw new LaunchlensError('VENUE_FAILED', {
    venue: venue.name,
    reason: 'its quote is not for what was asked',
  });
}

function requestOf({ action, owner, parameters }: VenueProposal): VenueRequest {
  return { action, owner, parameters, asker: { lane: 'calls', client: owner } };
}

function noticed(summary: string, { notice }: Pick<VenueProposal, 'notice'>): string {
  return notice === undefined ? summary : `${summary} ${notice}`;
}

function planTermsOf(proposal: VenueProposal): PlanTerms {
  const { venue, parameters, quoted, minimum, receives, givesElsewhere } = proposal;
  const { slippage_bps: slippage } = parameters;
  return {
    givesElsewhere,
    receives: quoted ? [quoted.receives] : receives,
    minimumOut: minimum,
    priceImpactBps: quoted?.priceImpactBps,
    route: { venue: venue.name, label: quoted?.label, expiresAt: quoted?.expiresAt },
    fees: quoted?.fees,
    slippageBps: typeof slippage === 'number' ? slippage : undefined,
  };
}

function transactionDraft(
  proposal: VenueProposal,
  summary: string,
  { callsProgram }: { readonly callsProgram: boolean },
): IntentDraft {
  const { venue, action, parameters, move, minimum } = proposal;
  const text = ({ mint, amount }: Outflow) => ({ mint, amount: amount.toString() });
  const terms: VenueTermsText = {
    ...{ venue: venue.name, action, parameters },
    outflows: move.outflows.map(text),
    minimum: minimum ? text(minimum) : null,
    calls_program: callsProgram,
  };
  return {
    summary: noticed(summary, proposal),
    move,
    planTerms: planTermsOf(proposal),
    feeOn: move.outflows[0],
    build: { builder: VENUE_BUILDER, terms },
  };
}

export interface VenueBuilderOptions {
  readonly venues: Venues;
  readonly chain: TransactionChain;
}

/**
 * Asks an intent's venue to build again, and checks the result against the plan.
 * @throws VENUE_NOT_CONFIGURED, VENUE_BUSY, VENUE_FAILED, VENUE_REFUSED, VENUE_TRANSACTION_REFUSED, SIMULATION_FAILED,
 * CHAIN_UNREADABLE
 */
export function venueBuilder({ venues, chain }: VenueBuilderOptions): TransactionBuilder {
  return {
    name: VENUE_BUILDER,
    build: async ({ owner, terms, fee, purpose }) => {
      const { venue: name, action, parameters, ...given } = venueTerms.parse(terms);
      const venue = venues.named(name);
      if (venue?.build === undefined) {
        throw new LaunchlensError('VENUE_NOT_CONFIGURED', { venue: name, setting: settingNamed(name) });
      }
      const asker = { lane: purpose === 'sign' ? 'signing' : 'calls', client: owner } as const;
      const built = await venue.build({ action, owner, parameters, asker });
      if (built.kind === 'hand_off') {
        const reason = 'the venue gives none any more, but a place to go to';
        throw new LaunchlensError('VENUE_TRANSACTION_REFUSED', { venue: name, reason });
      }
      const transaction =
        built.kind === 'instructions'
          ? await assembledRoute(chain, built, { venue: name, owner })
          : built.transaction;
      return checkedTransaction(chain, transaction, {
        ...{ venue: name, wallet: owner, fee, outflows: given.outflows, minimum: given.minimum ?? undefined },
        ...{ programs: venue.programs, programsSetting: programsSettingOf(venue.kind) },
        callsProgram: given.calls_program,
      });
    },
  };
}
