import { z } from 'zod';
import type { Parameter } from '../../../schemas/reads/argument.ts';
import { claimRequest } from '../../../schemas/rest/claims.ts';
import { type ClaimProgram, claim } from '../../actions/claims/claim.ts';
import { defineRoute, type Route } from '../route.ts';
import { NOT_SIGNED_IN } from './errors.ts';

const visibleAscii = z.string().regex(/^[\x21-\x7e]{1,255}$/, { error: '1 to 255 visible characters' });

const idempotencyKey: Parameter<string | undefined> = {
  description:
    'Chosen by the caller, new for each claim. A repeat with the same key returns the same payout request.',
  documented: visibleAscii,
  parse: visibleAscii.optional(),
};

const ERRORS: Route['errors'] = {
  400: {
    description: 'The body or `Idempotency-Key` does not parse, or the account has no bound wallet.',
    detail: 'wallet_address must be a wallet address.',
  },
  401: NOT_SIGNED_IN,
  404: {
    description:
      'The wallet is unknown or malformed (`claim_wallet_unknown`), has nothing both priced and matured (`nothing_to_claim`), or all of that is in a payout request already (`claim_already_requested`, with `payout_request_id`).',
    detail: 'This wallet has no reward that is both priced and matured, so there is nothing to claim.',
  },
  409: {
    description: 'Before the mint: accruals are recorded, nothing settles.',
    detail: 'REWARD is not minted yet. Accruals are recorded, and nothing settles before the mint.',
  },
};

function claimRoute(path: string, operationId: string, program: ClaimProgram, what: string): Route {
  return defineRoute({
    method: 'POST',
    path,
    operationId,
    tag: 'Rewards',
    summary: `Request a payout of ${what}`,
    description:
      'Creates one payout request for every accrual that is matured, priced, not held, not paid and in no other request. It moves no funds: the treasury pays the wallet on chain, in the reward token.',
    headerParameters: { 'Idempotency-Key': idempotencyKey },
    body: claimRequest,
    answer: 'PayoutRequest',
    errors: ERRORS,
    errorAnswers: { 404: 'ClaimRefusal', 409: 'PreMintRefusal' },
    handle: {
      signedIn: ({ claims }, caller, { body, headers }) =>
        claim(claims, caller, {
          program,
          walletAddress: body.wallet_address,
          idempotencyKey: headers['Idempotency-Key'],
        }),
    },
  });
}

export const CLAIM_ROUTES: readonly Route[] = [
  claimRoute('/referrals/claim/', 'claimReferrals', 'referral', 'referral fee-shares'),
  claimRoute('/creators/claim/', 'claimCreators', 'clone', 'clone fee-shares'),
];
