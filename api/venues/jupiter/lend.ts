import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { type AskVenue, askVenue } from '../ask.ts';
import type { Venue, VenueRequest } from '../venue.ts';
import { builtFor, type JupiterCall } from './call.ts';
import { JUPITER_LEND, LEND_LISTS, lendList, lendTokens } from './lend-lists.ts';
import { deposits, LEND_PROGRAM_ID, lendDeposit, lendWithdrawal, redeems } from './lend-terms.ts';
import { endpointOf, type JupiterOptions } from './swap-terms.ts';

/** A transaction that deposits or withdraws calls no other program of Jupiter. */
export const LEND_PROGRAMS: readonly Pubkey[] = [LEND_PROGRAM_ID];

/**
 * Earning by deposits, by the Earn part of Jupiter's Lend API of version 1, below the URL without the path of its swap
 * API. Borrowing is another part, which is not used.
 * https://developers.jup.ag/docs/lend/earn/api
 */
export function createLend(options: JupiterOptions): Venue {
  const ask = askVenue({ ...endpointOf(options), venue: JUPITER_LEND });
  const caller = { venue: JUPITER_LEND, ask, asked: 'what was asked for' };
  return {
    ...{ name: JUPITER_LEND, kind: 'earn', programs: options.programs, lists: LEND_LISTS },
    quote: async () => {
      throw new LaunchlensError('INTERNAL', {});
    },
    build: async (request, signal) => {
      return builtFor(await callOf(ask, request, signal), caller, request.asker, signal);
    },
    list: (list, request, signal) => lendList(ask, { ...request, list }, signal),
  };
}

async function callOf(ask: AskVenue, request: VenueRequest, signal?: AbortSignal): Promise<JupiterCall> {
  const { owner } = request;
  if (owner === undefined) throw new LaunchlensError('INTERNAL', {});
  if (request.action === 'lend_deposit') return depositOf(ask, { ...request, owner }, signal);
  if (request.action === 'lend_withdraw') return withdrawalOf({ ...request, owner });
  throw new LaunchlensError('INTERNAL', {});
}

type Owned = VenueRequest & { readonly owner: Pubkey };

/** @throws PARAMETER_MALFORMED if no market of that name takes the mint */
async function depositOf(
  ask: AskVenue,
  { owner, parameters, asker }: Owned,
  signal?: AbortSignal,
): Promise<JupiterCall> {
  const deposit = lendDeposit.parse(parameters);
  const { market, mint, amount } = deposit;
  const token = (await lendTokens(ask, asker, signal)).find(
    ({ symbol, assetAddress }) => symbol === market && assetAddress === mint,
  );
  if (token === undefined)
    throw new LaunchlensError('PARAMETER_MALFORMED', {
      ...{ name: 'market', expected: 'a market that list_venue names for this mint' },
    });
  const shareMint = token.address;
  return {
    path: '/lend/v1/earn/deposit',
    body: { asset: mint, signer: owner, amount: amount.toString() },
    isAsked: (instructions) => deposits(instructions, deposit, { owner, shareMint }),
  };
}

function withdrawalOf({ owner, parameters }: Owned): JupiterCall {
  const withdrawal = lendWithdrawal.parse(parameters);
  const { output_mint, amount } = withdrawal;
  return {
    path: '/lend/v1/earn/redeem',
    body: { asset: output_mint, signer: owner, shares: amount.toString() },
    isAsked: (instructions) => redeems(instructions, withdrawal, owner),
  };
}
