import { defineForClients as define } from './definition.ts';

/** Authentication and authorization. */
export const accessErrors = {
  SIGN_IN_REQUIRED: define('Sign in first: send the header Authorization: Bearer <token>.', {
    status: 401,
  }),
  TOKEN_REFUSED: define('The bearer token is refused: {reason}. Sign in again.', {
    status: 401,
  }),
  WALLET_UNBOUND: define('The account has no bound wallet.', { status: 400 }),
  WALLET_FORBIDDEN: define('wallet_address is neither your own wallet nor one of your agent wallets.', {
    status: 403,
    remedy: "Omit wallet_address, or name an agent wallet of the credential's owner.",
  }),
  AGENT_WALLET_TAKEN: define(
    "{wallet} cannot become an agent wallet: it belongs to another owner, or is the owner's own wallet.",
    { exit: 2, status: 409, remedy: 'Use another wallet, or watch this one: kind watch grants nothing.' },
  ),
  AGENT_WALLET_UNKNOWN: define('{wallet} is not an agent wallet of {owner}.', { exit: 2, status: 404 }),
  AGENT_WALLET_SELF: define(
    '{wallet} is the wallet you signed in with. To stop acting for its owner, send POST /agent-wallet/withdraw/ instead.',
    { status: 409 },
  ),
  AGENT_WALLET_IDLE: define(
    '{wallet} does not act for any owner and has no open consent or request. There is nothing to withdraw.',
    { status: 404 },
  ),
  SIGN_IN_REFUSED: define('Sign-in failed: {reason}. Request a new challenge and sign it.', {
    status: 401,
  }),
  SIGN_IN_TOO_OLD: define(
    'Rotating a credential with manage or execution scopes needs a sign-in from the last {minutes} minutes. Sign in again, then repeat the request.',
    { status: 401 },
  ),
  SIGN_IN_ELSEWHERE: define(
    'This API does not issue tokens. Sign in with the issuer that the operator of this API has configured.',
    { status: 404 },
  ),
  ISSUER_UNREACHABLE: define("The token issuer's keys cannot be read right now. Try again shortly.", {
    status: 503,
    retryable: true,
  }),
  DECISIONS_UNREACHABLE: define(
    'The PostgreSQL store cannot be read or written right now. Try again shortly.',
    {
      status: 503,
      retryable: true,
    },
  ),
  BODY_MALFORMED: define('The request body must be {expected}.', {
    status: 400,
  }),
  JWT_SECRET_UNREADABLE: define('The JWT secret file {path} cannot be read or created: {reason}.', {
    exit: 2,
  }),
};
