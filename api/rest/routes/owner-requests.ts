import { base58 } from '@scure/base';
import { requestApproval } from '../../../schemas/rest/wallet-control.ts';
import { listRequests, requestAnswer } from '../../actions/control/answers.ts';
import { approveRequest, foundRequest, rejectRequest } from '../../actions/control/decide.ts';
import { listWaiting } from '../../actions/control/waiting.ts';
import { ownerOf } from '../../actions/keys/context.ts';
import { defineRoute, type Route } from '../route.ts';
import { beforeRow, idNamed, rowLimit } from '../row-pages.ts';
import { notYours } from './errors.ts';
import { ownActor, SIGNED_IN } from './wallet-control.ts';

const PLAIN = { tag: 'Guardrails' } as const;

const ONE = { ...PLAIN, pathParameters: { request_id: idNamed('Id of the request.') } } as const;
const ONE_OF_YOURS = { ...SIGNED_IN, ...notYours('request', 'The owner has no request with this id.') };
const DECIDED = {
  description: 'The request is already decided or has expired, or the wallet acts for another owner.',
  detail: 'This request has already been approved.',
};

const listRoute = defineRoute({
  ...PLAIN,
  method: 'GET',
  path: '/owner-requests/',
  operationId: 'listOwnerRequests',
  summary: 'List requests for your signature',
  description: 'Newest first, including decided and expired ones.',
  queryParameters: { limit: rowLimit, before: beforeRow },
  answer: 'OwnerRequestsAnswer',
  errors: SIGNED_IN,
  handle: { signedIn: ({ control }, caller, { query }) => listRequests(control, ownerOf(caller), query) },
});

const requestRoute = defineRoute({
  ...ONE,
  method: 'GET',
  path: '/owner-requests/{request_id}/',
  operationId: 'getOwnerRequest',
  summary: 'Get a request',
  description: 'Includes the message that your wallet signs to approve it.',
  answer: 'OwnerRequest',
  errors: ONE_OF_YOURS,
  handle: {
    signedIn: async ({ control }, caller, { path }) =>
      requestAnswer(await foundRequest(control, ownActor(caller), path.request_id)),
  },
});

const approveRoute = defineRoute({
  ...ONE,
  method: 'POST',
  path: '/owner-requests/{request_id}/approve/',
  operationId: 'approveOwnerRequest',
  summary: 'Approve a request',
  description:
    'Needs the signature of your wallet over the `message` of the request, unchanged. The signature is valid once, for this request, until it expires.',
  body: requestApproval,
  answer: 'RequestDecided',
  example: { request: { status: 'approved', decided_at: '2026-10-01T12:05:00Z' } },
  errors: {
    ...ONE_OF_YOURS,
    403: {
      description: 'The signature does not match your wallet and the message.',
      detail:
        "The signature does not match this request's message and the owner's wallet. Sign the message unchanged. The request is still pending.",
    },
    409: DECIDED,
  },
  handle: {
    signedIn: ({ control }, caller, { path, body: { signature } }) =>
      approveRequest(control, ownActor(caller), {
        id: path.request_id,
        signature: base58.decode(signature),
      }),
  },
});

const rejectRoute = defineRoute({
  ...ONE,
  method: 'POST',
  path: '/owner-requests/{request_id}/reject/',
  operationId: 'rejectOwnerRequest',
  summary: 'Reject a request',
  description: 'Needs no signature, because nothing changes.',
  answer: 'OwnerRequest',
  example: { status: 'rejected', decided_at: '2026-10-01T12:05:00Z' },
  errors: { ...ONE_OF_YOURS, 409: DECIDED },
  handle: {
    signedIn: ({ control }, caller, { path }) => rejectRequest(control, ownActor(caller), path.request_id),
  },
});

const waitingRoute = defineRoute({
  ...PLAIN,
  method: 'GET',
  path: '/waiting/',
  operationId: 'listWaiting',
  summary: 'List what waits for your decision',
  description:
    'Ids of intents that you can still decide or sign, and of pending requests for your signature.',
  answer: 'WaitingAnswer',
  errors: SIGNED_IN,
  handle: {
    signedIn: ({ control, intents }, caller) =>
      listWaiting({ ...control, intents: intents.intents }, ownerOf(caller)),
  },
});

export const OWNER_REQUEST_ROUTES: readonly Route[] = [
  waitingRoute,
  listRoute,
  requestRoute,
  approveRoute,
  rejectRoute,
];
