import { define } from './definition.ts';

/** Authentication and authorization. */
export const accessErrors = {
  SIGN_IN_REQUIRED: define(() => 'Sign in first: send the header Authorization: Bearer <token>.', {
    status: 401,
  }),
  TOKEN_REFUSED: define<{ reason: string }>(
    ({ reason }) => `The bearer token is refused: ${reason}. Sign in again.`,
    {
      status: 401,
    },
  ),
  WALLET_UNBOUND: define(() => 'The account has no bound wallet.', { status: 400 }),
  WALLET_FORBIDDEN: define(
    () => 'wallet_address is neither the wallet of your account nor an agent wallet that you own.',
    { status: 403 },
  ),
  AGENT_WALLET_TAKEN: define<{ wallet: string }>(
    ({ wallet }) => `${wallet} cannot be given: it belongs to another owner, or is the owner's own.`,
    { exit: 2, status: 409 },
  ),
  AGENT_WALLET_UNKNOWN: define<{ owner: string; wallet: string }>(
    ({ owner, wallet }) => `${wallet} is not an agent wallet of ${owner}.`,
    { exit: 2, status: 404 },
  ),
  AGENT_WALLET_SELF: define<{ wallet: string }>(
    ({ wallet }) =>
      `${wallet} is the wallet you signed in with. To stop acting for its owner, send POST /agent-wallet/withdraw/ instead.`,
    { status: 409 },
  ),
  AGENT_WALLET_IDLE: define<{ wallet: string }>(
    ({ wallet }) => `${wallet} acts for no owner, and no consent or request for it is open.`,
    { status: 404 },
  ),
  SIGN_IN_REFUSED: define<{ reason: string }>(({ reason }) => `The sign-in is refused: ${reason}.`, {
    status: 401,
  }),
  SIGN_IN_TOO_OLD: define<{ minutes: number }>(
    ({ minutes }) =>
      `Rotating a credential with manage or execution scopes needs a sign-in of the last ${minutes} minutes. Sign in again, then repeat the request.`,
    { status: 401 },
  ),
  SIGN_IN_ELSEWHERE: define(
    () => 'This API does not issue tokens itself: sign in at the issuer that its operator has chosen.',
    { status: 404 },
  ),
  ISSUER_UNREACHABLE: define(
    () => 'The keys of the issuer of tokens cannot be read now; try again shortly.',
    {
      status: 503,
      retryable: true,
    },
  ),
  DECISIONS_UNREACHABLE: define(() => 'Decisions cannot be read or written now; try again shortly.', {
    status: 503,
    retryable: true,
  }),
  BODY_MALFORMED: define<{ expected: string }>(({ expected }) => `The request body must be ${expected}.`, {
    status: 400,
  }),
  JWT_SECRET_UNREADABLE: define<{ path: string; reason: string }>(
    ({ path, reason }) => `${path} cannot be read or made: ${reason}.`,
    { exit: 2 },
  ),
};
