import { defineForClients as define } from './definition.ts';

const A_CREDENTIAL =
  'This call needs a valid agent credential. Send the header Authorization: Bearer <pairing token or API key>. If you sent one, it is invalid, expired or revoked: pair again or rotate the key.';

/** Agents' credentials and pairing. */
export const agentErrors = {
  CREDENTIAL_REQUIRED: define(A_CREDENTIAL, { status: 401 }),
  CREDENTIAL_REFUSED: define(A_CREDENTIAL, { status: 401 }),
  PAIRING_TOKEN_REQUIRED: define(
    'This surface takes a pairing token only, no API key. Send the header Authorization: Bearer <pairing token>. If you sent one, it is invalid, expired or revoked: pair again. API keys work at /mcp/agent-v1.',
    { status: 401 },
  ),
  CREDENTIAL_RATE_LIMITED: define('This credential has reached its rate limit. Try again in {seconds} s.', {
    status: 429,
    retryable: true,
    remedy: 'Wait as long as the detail says, then call again.',
  }),
  PAIRING_UNKNOWN: define(
    'Code not recognised. It may be mistyped, expired or already used. Ask the agent for a new code.',
    { status: 404 },
  ),
  PAIRING_DECIDED: define('This pairing request has already been approved or denied.', { status: 409 }),
  PAIRING_SIGNATURE_REFUSED: define(
    'The signature does not match the message to {verb} this pairing. Sign {member} from /pair/request/ unchanged. The pairing is still pending.',
    { status: 403 },
  ),
  CODE_GUESSES_EXCEEDED: define('Too many wrong codes. Try again in {seconds} s.', {
    status: 429,
    retryable: true,
  }),
  KEY_CONFIRMATION_REQUIRED: define(
    "These scopes need your wallet's confirmation. Sign the message from POST /keys/confirmation/ and send the message and signature as confirmation.",
    { status: 403 },
  ),
  KEY_CONFIRMATION_REFUSED: define(
    'The confirmation is not valid: {reason}. Request a new one from POST /keys/confirmation/ and sign it.',
    { status: 403 },
  ),
  KEY_NEEDS_OWNER: define(
    'Only the owner can issue a key with scope {scope}. The operator issues keys with read and quote.',
    { status: 403, exit: 2 },
  ),
  CREDENTIAL_UNKNOWN: define('This credential does not exist.', { status: 404, exit: 2 }),
  CREDENTIAL_REVOKED: define('This credential has already been revoked or rotated.', { status: 409 }),
  CREDENTIAL_EXPIRED: define(
    'This credential has expired and cannot be rotated. Issue a new key, or pair the agent again.',
    { status: 409 },
  ),
  CREDENTIALS_FULL: define(
    'The owner already has {most} active tokens and keys, which is the maximum. Revoke some first.',
    { status: 409, exit: 2 },
  ),
  CREDENTIAL_IN_URL: define(
    'Credentials in a URL are refused because URLs are logged. Rotate this credential and send the new one in the header Authorization: Bearer.',
    { status: 401 },
  ),
};
