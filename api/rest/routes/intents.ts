import { choice } from '../../../schemas/reads/argument.ts';
import { INTENT_STATUSES } from '../../../schemas/rest/intent-statuses.ts';
import { intentRejection, intentSubmission, ownIntentRequest } from '../../../schemas/rest/intents.ts';
import { approveIntent, listIntents, rejectIntent, showIntent } from '../../actions/intents/find.ts';
import { handOutTransaction } from '../../actions/intents/hand-out.ts';
import { makeOwnIntent } from '../../actions/intents/own.ts';
import { submitIntent } from '../../actions/intents/submit.ts';
import { ownerOf } from '../../actions/keys/context.ts';
import { defineRoute, type Route } from '../route.ts';
import { beforeRow, idNamed, rowLimit } from '../row-pages.ts';
import { notYours, signedInErrors } from './errors.ts';

const idParameter = idNamed('Id of the intent.');
const statusParameter = choice(INTENT_STATUSES, 'Only intents of this status.');

const SIGNED_IN = signedInErrors(
  'status must be one of proposed, approved, submitted, confirmed, failed, rejected, expired.',
);
const ONE_OF_YOURS = { ...SIGNED_IN, ...notYours('intent') };
const NOT_OPEN = {
  description: 'The status of the intent does not allow this, or the intent has expired.',
  detail: 'Intent 5b1f6d9e-0a35-4a47-9a5e-1f3f8f3f2a10 is rejected and can no longer be approved.',
};
const NODE = {
  503: {
    description: 'The node cannot be reached, or its answer is invalid.',
    detail: 'The chain cannot be read: the node cannot be reached. Queries to the index still work.',
  },
};
/** A fresh transaction resolves some of them, nothing the others. */
const WITH_CODE = { 409: 'IntentRefusal', 503: 'IntentRefusal' } as const;
const PLAIN = { tag: 'Intents' } as const;
const NAMED = { ...PLAIN, pathParameters: { intent_id: idParameter } } as const;

const listRoute = defineRoute({
  ...PLAIN,
  method: 'GET',
  path: '/intents/',
  operationId: 'listIntents',
  summary: 'List intents',
  description: 'The intents that agents proposed for your wallet, and your own, newest first.',
  queryParameters: { status: statusParameter, limit: rowLimit, before: beforeRow },
  answer: 'IntentListAnswer',
  errors: SIGNED_IN,
  handle: { signedIn: ({ intents }, caller, { query }) => listIntents(intents, ownerOf(caller), query) },
});

const ownRoute = defineRoute({
  ...PLAIN,
  method: 'POST',
  path: '/intents/',
  operationId: 'makeIntent',
  summary: 'Pledge, claim or refund yourself',
  description:
    'Makes an intent of your own, open for an hour. It moves nothing: get its transaction from `/intents/{intent_id}/transaction/`, sign it, and submit it. The rules of the launch and the markets of your country apply. Guardrails limit your agents, not you, and your own intents do not count towards their limits.',
  body: ownIntentRequest,
  bodyExample: { action: 'pledge_to_ilo', launch_id: '7', amount: '2500000' },
  answer: 'IntentDetail',
  example: { credential_id: null, credential_label: null },
  errorAnswers: { ...WITH_CODE, 403: 'IntentRefusal' },
  errors: {
    ...signedInErrors(
      'amount must be the base units to pledge, from 1 to 18446744073709551615, as a decimal string; left out for a claim and a refund.',
    ),
    403: {
      description: 'The market of the launch is not open in your declared country.',
      detail: "The market equity is not available in the owner's declared country, US.",
      example: { code: 'jurisdiction_forbids' },
    },
    404: {
      description: 'The launch does not exist at the newest slot of the index.',
      detail: 'No LaunchConfig exists for launch_id 7 at slot 1042.',
    },
    409: {
      description: 'The launch or the balance does not allow it, or it would fail on chain now.',
      detail: 'The launch does not accept this pledge: its window closed at 2026-10-01T12:00:00Z.',
      example: { code: 'pledge_refused' },
    },
    ...NODE,
  },
  handle: { signedIn: ({ intents }, caller, { body }) => makeOwnIntent(intents, ownerOf(caller), body) },
});

const showRoute = defineRoute({
  ...NAMED,
  method: 'GET',
  path: '/intents/{intent_id}/',
  operationId: 'showIntent',
  summary: 'Get an intent',
  description: 'With every status change, and who made it.',
  answer: 'IntentDetail',
  errors: ONE_OF_YOURS,
  handle: {
    signedIn: ({ intents }, caller, { path }) => showIntent(intents, ownerOf(caller), path.intent_id),
  },
});

const transactionRoute = defineRoute({
  ...NAMED,
  method: 'POST',
  path: '/intents/{intent_id}/transaction/',
  operationId: 'makeIntentTransaction',
  summary: 'Build the transaction to sign',
  description:
    'Built now: everything is checked again, the blockhash is fresh, the node has simulated the transaction successfully, and every instruction is decoded. Sign it unchanged within about a minute, then submit it.',
  answer: 'UnsignedTransaction',
  errorAnswers: WITH_CODE,
  errors: {
    ...ONE_OF_YOURS,
    409: {
      description: 'The intent can no longer be signed, or the transaction would fail on chain now.',
      detail: 'This transaction would fail on chain: instruction 2 (pledge) fails: the window is closed.',
      example: { code: 'simulation_failed', logs: ['Program log: the window is closed'] },
    },
    ...NODE,
  },
  handle: {
    signedIn: ({ intents }, caller, { path }) => handOutTransaction(intents, ownerOf(caller), path.intent_id),
  },
});

const approveRoute = defineRoute({
  ...NAMED,
  method: 'POST',
  path: '/intents/{intent_id}/approve/',
  operationId: 'approveIntent',
  summary: 'Approve an intent',
  description: 'Moves nothing: the transaction still needs the signature of your wallet. Safe to repeat.',
  answer: 'IntentDetail',
  example: { status: 'approved' },
  errors: { ...ONE_OF_YOURS, 409: NOT_OPEN },
  handle: {
    signedIn: ({ intents }, caller, { path }) => approveIntent(intents, ownerOf(caller), path.intent_id),
  },
});

const rejectRoute = defineRoute({
  ...NAMED,
  method: 'POST',
  path: '/intents/{intent_id}/reject/',
  operationId: 'rejectIntent',
  summary: 'Reject an intent',
  description: 'It can no longer be signed or sent. Safe to repeat.',
  body: intentRejection,
  bodyExample: { reason: 'too much at once' },
  answer: 'IntentDetail',
  example: { status: 'rejected', reason: 'too much at once' },
  errors: { ...ONE_OF_YOURS, 409: NOT_OPEN },
  handle: {
    signedIn: ({ intents }, caller, { path, body }) =>
      rejectIntent(intents, ownerOf(caller), { id: path.intent_id, reason: body.reason }),
  },
});

const submitRoute = defineRoute({
  ...NAMED,
  method: 'POST',
  path: '/intents/{intent_id}/submit/',
  operationId: 'submitIntent',
  summary: 'Submit the signed transaction',
  description:
    'Accepts only a transaction from `/intents/{intent_id}/transaction/`, byte for byte, with the signature of your wallet. It is stored, sent, and sent again as long as it can land. Safe to repeat.',
  body: intentSubmission,
  answer: 'IntentDetail',
  example: { status: 'submitted' },
  errorAnswers: WITH_CODE,
  errors: {
    ...ONE_OF_YOURS,
    400: {
      description: 'The transaction was not issued for this intent, or is not signed by your wallet.',
      detail:
        'This is not the transaction that was issued for this intent, signed by its owner: its message is none of those handed out. Nothing was sent.',
    },
    409: {
      description:
        'The transaction has expired or would fail on chain, or the status of the intent does not allow this.',
      detail:
        'The transaction expired at block height 1192, and the chain is at 1200. Nothing was sent. Request a fresh transaction and sign that.',
      example: { code: 'blockhash_expired' },
    },
    ...NODE,
  },
  handle: {
    signedIn: ({ intents }, caller, { path, body }) =>
      submitIntent(intents, ownerOf(caller), {
        id: path.intent_id,
        transaction: Buffer.from(body.transaction, 'base64'),
      }),
  },
});

/** An owner's own intents, and what owners do with those of agents. */
export const INTENT_ROUTES: readonly Route[] = [
  listRoute,
  ownRoute,
  showRoute,
  transactionRoute,
  approveRoute,
  rejectRoute,
  submitRoute,
];
