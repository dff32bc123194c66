import { base58 } from '@scure/base';
import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import { pairingDecision, pairingPoll, pairingStart, userCode } from '../../../schemas/rest/pairing.ts';
import { decidePairing, pairingRequest, VERBS } from '../../actions/pairing/decide.ts';
import { PAIRINGS_PER_WINDOW, pollPairing, startPairing } from '../../actions/pairing/exchange.ts';
import type { PairingOutcome } from '../../state/pairings/pairing.ts';
import { defineRoute, type Route } from '../route.ts';
import { badBody } from './errors.ts';

const userCodeParameter = {
  description: 'The code that the agent shows, in any case, with or without the dash.',
  documented: userCode,
  parse: userCode,
};

const ABOUT_CODES = {
  404: {
    description: 'No open pairing has this code: it is mistyped, expired or already used.',
    detail: 'Code not recognised. It may be mistyped, expired or already used. Ask the agent for a new code.',
  },
  429: {
    description:
      'Too many requests, or ten wrong codes from one client in ten minutes; `Retry-After` says how long to wait.',
    detail: 'Too many wrong codes. Try again in 312 s.',
  },
};
const PLAIN = { tag: 'Pairing' } as const;

const startRoute = defineRoute({
  ...PLAIN,
  method: 'POST',
  path: '/pair/start/',
  operationId: 'startPairing',
  summary: 'Start a pairing',
  description:
    'Returns a code for the owner, who decides at `verification_url` within ten minutes. Nothing is granted before that. `manage` and execution scopes can be requested like others: the owner’s wallet signs exactly what is granted.',
  body: pairingStart,
  bodyExample: { requested_scopes: ['read', 'quote', 'intent'], client_name: 'Portfolio helper' },
  answer: 'PairingStarted',
  errors: badBody(
    'requested_scopes must be a list of scopes, each once, out of read, quote, intent, manage, trade, strategy, perps, equity, wallet_admin.',
  ),
  requestsPerWindow: PAIRINGS_PER_WINDOW,
  handle: {
    open: ({ pairing }, { body }) =>
      startPairing(pairing, { scopes: body.requested_scopes, clientName: body.client_name }),
  },
});

const pollRoute = defineRoute({
  ...PLAIN,
  method: 'POST',
  path: '/pair/poll/',
  operationId: 'pollPairing',
  summary: 'Poll a pairing',
  description:
    'The first poll after the approval returns the token, once. Poll every `interval` seconds; an earlier poll gets `slow_down`, and the interval grows by five seconds.',
  body: pairingPoll,
  answer: 'PairingPolled',
  example: { status: 'approved', token: 'llp_<32 characters><6 of a checksum>', scopes: ['read'] },
  errors: {
    ...badBody('device_code must be the device_code of /pair/start/.'),
    409: {
      description: 'The owner has 100 active tokens and keys; the token is issued once there is room.',
      detail: 'The owner already has 100 active tokens and keys, which is the maximum. Revoke some first.',
    },
  },
  handle: {
    open: ({ pairing }, { body, surface }) => pollPairing(pairing, body.device_code, surface),
  },
});

const requestRoute = defineRoute({
  ...PLAIN,
  method: 'GET',
  path: '/pair/request/',
  operationId: 'getPairingRequest',
  summary: 'Get a pairing request',
  description:
    'For the owner who was shown a code. Reading it changes nothing. The wallet signs `message` to approve and `deny_message` to deny.',
  queryParameters: { user_code: userCodeParameter },
  answer: 'PairingRequest',
  errors: {
    400: {
      description: 'The code is malformed, or a parameter is unknown.',
      detail: 'user_code must be a code such as BCDF-GHJK.',
    },
    ...ABOUT_CODES,
  },
  requestsPerWindow: PAIRINGS_PER_WINDOW,
  handle: {
    open: ({ pairing }, { query, address }) => pairingRequest(pairing, { typed: query.user_code, address }),
  },
});

function decisionRoute(outcome: PairingOutcome): Route {
  const verb = VERBS[outcome];
  const text = outcome === 'approved' ? 'message' : 'deny_message';
  return defineRoute({
    ...PLAIN,
    method: 'POST',
    path: `/pair/${verb}/`,
    operationId: `${verb}Pairing`,
    summary: verb === 'approve' ? 'Approve a pairing' : 'Deny a pairing',
    description: `Needs the wallet’s signature over \`${text}\` of \`/pair/request/\`. A pairing is decided once: repeating the decision returns the same answer, any other decision is 409.`,
    body: pairingDecision,
    answer: 'PairingDecided',
    example: { status: outcome },
    errors: {
      ...badBody('signature must be a base58 signature of 64 bytes.'),
      403: {
        description: 'The signature does not match the wallet and the text of this decision.',
        detail: `The signature does not match the message to ${verb} this pairing. Sign ${text} from /pair/request/ unchanged. The pairing is still pending.`,
      },
      409: {
        description:
          'It was decided differently or by another wallet, or the wallet has 100 active tokens and keys.',
        detail: 'This pairing request has already been approved or denied.',
      },
      ...ABOUT_CODES,
    },
    requestsPerWindow: PAIRINGS_PER_WINDOW,
    handle: {
      open: ({ pairing }, { body, address }) =>
        decidePairing(pairing, {
          outcome,
          typed: body.user_code,
          address,
          wallet: parsePubkey(body.wallet_address),
          signature: base58.decode(body.signature),
        }),
    },
  });
}

export const PAIRING_ROUTES: readonly Route[] = [
  startRoute,
  pollRoute,
  requestRoute,
  decisionRoute('approved'),
  decisionRoute('denied'),
];
