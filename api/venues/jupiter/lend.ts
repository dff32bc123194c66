import { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { PlainInstruction } from '../../../idl/spl-instructions.ts';
import { type AskVenue, askVenue, failed } from '../ask.ts';
import type { Venue, VenueRequest } from '../venue.ts';
import { JUPITER_LEND, LEND_LISTS, lendList, lendTokens } from './lend-lists.ts';
import { deposits, LEND_PROGRAM_ID, lendDeposit, lendWithdrawal, redeems } from './lend-terms.ts';
import { instructionsOf } from './received.ts';
import { endpointOf, type JupiterOptions, transactionText } from './swap-terms.ts';

/** A transaction that deposits or withdraws calls no other program of Jupiter. */
export const LEND_PROGRAMS: readonly Pubkey[] = [LEND_PROGRAM_ID];

const lendAnswer = z.object({ transaction: transactionText });

/** What is posted where, and how the answer is known to be what was asked for. */
interface LendCall {
  readonly path: string;
  readonly body: object;
  readonly isAsked: (instructions: readonly PlainInstruction[]) => boolean;
}

/**
 * Earning by deposits, by the Earn part of Jupiter's Lend API of version 1, below the URL without the path of its swap
 * API. Borrowing is another part, which is not used.
 * https://developers.jup.ag/docs/lend/earn/api
 */
export function createLend(options: JupiterOptions): Venue {
  const ask = askVenue({ ...endpointOf(options), venue: JUPITER_LEND });
  return {
    ...{ name: JUPITER_LEND, kind: 'earn', programs: options.programs, lists: LEND_LISTS },
    quote: async () => {
      throw new LaunchlensError('INTERNAL', {});
    },
    build: async (request, signal) => {
      const { path, body, isAsked } = await callOf(ask, request, signal);
      const { transaction } = await ask({ path, body, asker: request.asker }, lendAnswer, signal);
      const built = instructionsOf(transaction);
      if (built === undefined) throw failed(JUPITER_LEND, 'its answer is malformed at transaction');
      if (!isAsked(built.instructions))
        throw failed(JUPITER_LEND, 'its transaction is not what was asked for');
      return built;
    },
    list: (list, request, signal) => lendList(ask, { ...request, list }, signal),
  };
}

async function callOf(ask: AskVenue, request: VenueRequest, signal?: AbortSignal): Promise<LendCall> {
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
): Promise<LendCall> {
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

function withdrawalOf({ owner, parameters }: Owned): LendCall {
  const withdrawal = lendWithdrawal.parse(parameters);
  const { output_mint, amount } = withdrawal;
  return {
    path: '/lend/v1/earn/redeem',
    body: { asset: output_mint, signer: owner, shares: amount.toString() },
    isAsked: (instructions) => redeems(instructions, withdrawal, owner),
  };
}
