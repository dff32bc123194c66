import { base58 } from '@scure/base';
import { keyConfirmationRequest, keyRequest } from '../../../schemas/rest/keys.ts';
import { confirmKey, issueKey } from '../../actions/keys/issue.ts';
import {
  findCredential,
  listCredentials,
  listEvents,
  revokeCredential,
  rotateCredential,
} from '../../actions/keys/manage.ts';
import { defineRoute, type Route } from '../route.ts';
import { beforeRow, idNamed, ofCredential, placeBefore, rowLimit } from '../row-pages.ts';
import { notYours, signedInErrors } from './errors.ts';

/** Each stores a row permanently. */
const REQUESTS_PER_WINDOW = 100;
const idParameter = idNamed('Id of the credential.');

const SIGNED_IN = signedInErrors('label must be 1 to 64 visible characters, single spaces between them.');
const ONE_OF_YOURS = { ...SIGNED_IN, ...notYours('credential') };
const FULL = {
  description: 'You have 100 active tokens and keys.',
  detail: 'The owner already has 100 active tokens and keys, which is the maximum. Revoke some first.',
};
const PLAIN = { tag: 'Keys' } as const;

const confirmationRoute = defineRoute({
  ...PLAIN,
  method: 'POST',
  path: '/keys/confirmation/',
  operationId: 'confirmKey',
  summary: 'Get the message that confirms a key',
  description: 'The message is bound to owner, label and scopes, and can be used once within ten minutes.',
  body: keyConfirmationRequest,
  answer: 'KeyConfirmationAnswer',
  errors: SIGNED_IN,
  requestsPerWindow: REQUESTS_PER_WINDOW,
  handle: { signedIn: ({ keys }, caller, { body }) => confirmKey(keys, caller, body) },
});

const issueRoute = defineRoute({
  ...PLAIN,
  method: 'POST',
  path: '/keys/',
  operationId: 'issueKey',
  summary: 'Issue an API key',
  description:
    'The key is shown only in this answer. Base scopes need nothing more; `manage` and execution scopes need `confirmation`.',
  body: keyRequest,
  answer: 'KeyIssued',
  errors: {
    ...SIGNED_IN,
    403: {
      description: 'These scopes need a confirmation, or the confirmation is not valid.',
      detail:
        'The confirmation is not valid: the message was used already. Request a new one from POST /keys/confirmation/ and sign it.',
    },
    409: FULL,
  },
  requestsPerWindow: REQUESTS_PER_WINDOW,
  handle: {
    signedIn: ({ keys }, caller, { body: { label, scopes, confirmation }, surface }) =>
      issueKey(keys, caller, {
        label,
        scopes,
        surface,
        confirmation: confirmation && {
          message: confirmation.message,
          signature: base58.decode(confirmation.signature),
        },
      }),
  },
});

/** The routes that are the same for both kinds of credentials. */
function ownRoutes(kind: 'key' | 'token'): Route[] {
  const [base, plural] = [`/${kind}s/`, kind === 'key' ? 'API keys' : 'pairing tokens'];
  const one = kind === 'key' ? 'Key' : 'Token';
  const name = `${kind}_id`;
  const pathParameters = { [name]: idParameter };
  const named = (path: Readonly<Record<string, unknown>>) => String(path[name]);
  return [
    defineRoute({
      ...PLAIN,
      method: 'GET',
      path: base,
      operationId: `list${one}s`,
      summary: `List your ${plural}`,
      description: 'Newest first, including revoked and expired ones. Secrets are never shown again.',
      queryParameters: { limit: rowLimit, before: beforeRow },
      answer: 'CredentialListAnswer',
      errors: SIGNED_IN,
      handle: {
        signedIn: ({ keys }, caller, { query }) => listCredentials(keys, caller, { kind, ...query }),
      },
    }),
    defineRoute({
      ...PLAIN,
      method: 'POST',
      path: `${base}{${name}}/rotate/`,
      pathParameters,
      operationId: `rotate${one}`,
      summary: `Rotate a ${kind}`,
      description:
        'Issues a new secret with a new lifetime and the same label, scopes and rate tier. The old one is refused from the next call on. Confirmed scopes stay confirmed. With `manage` or an execution scope, a sign-in from the last ten minutes is needed.',
      answer: kind === 'key' ? 'KeyIssued' : 'TokenRotated',
      example: kind === 'key' ? {} : { token: 'llp_<32 characters><6 of a checksum>', prefix: 'llp_' },
      errors: {
        ...ONE_OF_YOURS,
        401: {
          description:
            'Not signed in; or, beyond base scopes, signed in more than ten minutes ago (with `code` `sign_in_too_old`).',
          detail:
            'Rotating a credential with manage or execution scopes needs a sign-in from the last 10 minutes. Sign in again, then repeat the request.',
        },
        409: {
          description: 'The credential is revoked, rotated or expired.',
          detail:
            'This credential has expired and cannot be rotated. Issue a new key, or pair the agent again.',
        },
      },
      handle: {
        signedIn: ({ keys }, caller, { path, surface }) =>
          rotateCredential(keys, caller, { kind, id: named(path), surface }),
      },
    }),
    defineRoute({
      ...PLAIN,
      method: 'POST',
      path: `${base}{${name}}/revoke/`,
      pathParameters,
      operationId: `revoke${one}`,
      summary: `Revoke one of your ${plural}`,
      description: 'The credential is refused from the next call on, by every API. Safe to repeat.',
      answer: 'Credential',
      example: { revoked_at: '2026-10-03T09:00:00Z' },
      errors: ONE_OF_YOURS,
      handle: {
        signedIn: ({ keys }, caller, { path, surface }) =>
          revokeCredential(keys, caller, { kind, id: named(path), surface }),
      },
    }),
  ];
}

const eventsRoute = defineRoute({
  ...PLAIN,
  method: 'GET',
  path: '/credential-events/',
  operationId: 'listCredentialEvents',
  summary: 'List credential events',
  description:
    'Newest first: every issue, rotation and revocation, and every refused use of a credential that was revoked or has expired.',
  queryParameters: { limit: rowLimit, before: placeBefore, credential_id: ofCredential },
  answer: 'CredentialEventsAnswer',
  errors: SIGNED_IN,
  handle: { signedIn: ({ keys }, caller, { query }) => listEvents(keys, caller, query) },
});

const detailRoute = defineRoute({
  ...PLAIN,
  method: 'GET',
  path: '/credentials/{credential_id}/',
  pathParameters: { credential_id: idParameter },
  operationId: 'getCredential',
  summary: 'One of your tokens and keys',
  description:
    'One credential, and what counts against your limits of 24 hours, whichever agent proposed it.',
  answer: 'CredentialDetail',
  errors: ONE_OF_YOURS,
  handle: {
    signedIn: ({ keys, intents }, caller, { path }) =>
      findCredential(keys, intents, caller, path.credential_id),
  },
});

export const KEY_ROUTES: readonly Route[] = [
  confirmationRoute,
  issueRoute,
  ...ownRoutes('key'),
  ...ownRoutes('token'),
  detailRoute,
  eventsRoute,
];
