import { define } from './definition.ts';

const A_CREDENTIAL =
  'This needs a credential of an agent that holds: send Authorization: Bearer <pairing token or API key>; where one was sent, pair again or rotate the key.';

/** Agents' credentials and pairing. */
export const agentErrors = {
  CREDENTIAL_REQUIRED: define(() => A_CREDENTIAL, { status: 401 }),
  CREDENTIAL_REFUSED: define(() => A_CREDENTIAL, { status: 401 }),
  CREDENTIAL_RATE_LIMITED: define<{ seconds: number }>(
    ({ seconds }) => `The credential has used up its calls of this minute; try again in ${seconds} s.`,
    { status: 429, retryable: true },
  ),
  PAIRING_UNKNOWN: define(
    () => 'There is no pairing to decide on by this code: it is mistyped, has expired or was used.',
    { status: 404 },
  ),
  PAIRING_DECIDED: define(() => 'The pairing was decided already, and otherwise.', { status: 409 }),
  PAIRING_SIGNATURE_REFUSED: define<{ verb: 'approve' | 'deny' }>(
    ({ verb }) =>
      `The signature is not the wallet's over the text to ${verb} this pairing. Sign ${verb === 'approve' ? 'message' : 'deny_message'} of /pair/request/ unchanged; nothing was decided.`,
    { status: 403 },
  ),
  CODE_GUESSES_EXCEEDED: define<{ seconds: number }>(
    ({ seconds }) => `Too many wrong codes; try again in ${seconds} s.`,
    { status: 429, retryable: true },
  ),
  KEY_CONFIRMATION_REQUIRED: define(
    () =>
      'These scopes need the confirmation of your wallet: sign the message of /keys/confirmation/ and send both as confirmation.',
    { status: 403 },
  ),
  KEY_CONFIRMATION_REFUSED: define<{ reason: string }>(
    ({ reason }) => `The confirmation is refused: ${reason}.`,
    { status: 403 },
  ),
  KEY_NEEDS_OWNER: define<{ scope: string }>(
    ({ scope }) => `A key with ${scope} is issued by its owner alone, who signs for it.`,
    { status: 403, exit: 2 },
  ),
  CREDENTIAL_UNKNOWN: define(() => 'There is no such credential.', { status: 404, exit: 2 }),
  CREDENTIAL_REVOKED: define(() => 'The credential is revoked or rotated already.', { status: 409 }),
  CREDENTIAL_EXPIRED: define(
    () => 'The credential has expired and cannot be rotated. Issue a new key, or pair the agent again.',
    { status: 409 },
  ),
  CREDENTIALS_FULL: define<{ most: number }>(
    ({ most }) =>
      `The owner has ${most} tokens and keys that hold, and no more are issued; revoke some first.`,
    { status: 409, exit: 2 },
  ),
  CREDENTIAL_IN_URL: define(
    () =>
      'A credential in a URL is refused, since URLs are logged: send it as Authorization: Bearer, and rotate it.',
    { status: 401 },
  ),
};
