import { base58 } from '@scure/base';
import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import { challengeRequest, signInRequest } from '../../../schemas/rest/sign-in.ts';
import { challenge, signIn, signOut } from '../../actions/sign-in/sign-in.ts';
import { defineRoute, type Route } from '../route.ts';
import { badBody, NOT_SIGNED_IN } from './errors.ts';

/** Each costs a write or a signature check, without a signed-in caller. */
const REQUESTS_PER_WINDOW = 200;
const ELSEWHERE = {
  description: 'People sign in with an outside issuer.',
  detail:
    'This API does not issue tokens. Sign in with the issuer that the operator of this API has configured.',
};

const challengeRoute = defineRoute({
  method: 'POST',
  path: '/auth/challenge/',
  operationId: 'challengeWallet',
  tag: 'Sign-in',
  summary: 'Get the message for a sign-in',
  description:
    'Valid once, for five minutes and for this domain. Sign it with the wallet and send it to `/auth/sign-in/`.',
  body: challengeRequest,
  answer: 'ChallengeAnswer',
  errors: {
    ...badBody('wallet_address must be a base58 public key of 32 bytes.'),
    404: ELSEWHERE,
  },
  requestsPerWindow: REQUESTS_PER_WINDOW,
  handle: {
    open: ({ signIn: context }, { body }) => challenge(context, parsePubkey(body.wallet_address)),
  },
});

const signInRoute = defineRoute({
  method: 'POST',
  path: '/auth/sign-in/',
  operationId: 'signIn',
  tag: 'Sign-in',
  summary: 'Sign in',
  description: 'Returns a bearer token, valid for twelve hours on every path that needs one.',
  body: signInRequest,
  answer: 'SignInAnswer',
  errors: {
    ...badBody('signature must be a base58 signature of 64 bytes.'),
    401: {
      description:
        'The message was not issued by this API, has expired or was used, or the signature is not valid.',
      detail: 'Sign-in failed: the message was used already. Request a new challenge and sign it.',
    },
    404: ELSEWHERE,
  },
  requestsPerWindow: REQUESTS_PER_WINDOW,
  handle: {
    open: ({ signIn: context }, { body: { message, signature } }) =>
      signIn(context, { message, signature: base58.decode(signature) }),
  },
});

const signOutRoute = defineRoute({
  method: 'POST',
  path: '/auth/sign-out/',
  operationId: 'signOut',
  tag: 'Sign-in',
  summary: 'Sign out',
  description:
    'The bearer token of this request is refused from the next request on, by every process. Other tokens of the same wallet stay valid, and so does the session at an outside issuer.',
  answer: 'SignOutAnswer',
  errors: { 401: NOT_SIGNED_IN },
  requestsPerWindow: REQUESTS_PER_WINDOW,
  handle: { signedIn: ({ signIn: context }, caller) => signOut(context, caller) },
});

export const SIGN_IN_ROUTES: readonly Route[] = [challengeRoute, signInRoute, signOutRoute];
