import { define, type ErrorDefinition } from './definition.ts';

/** What one RPC node said, with the messages of the other nodes if no node could answer. */
const ofNode = <Context>(
  text: (context: Context) => string,
  traits: Parameters<typeof define>[1],
): ErrorDefinition<Context & { readonly others?: string }> =>
  define(
    (context) => (context.others === undefined ? text(context) : `${text(context)} ${context.others}`),
    traits,
  );

export const sourceErrors = {
  UPDATE_MALFORMED: define('The Yellowstone server sent an update that cannot be read: {detail}.', {
    status: 502,
  }),
  TRANSPORT_UNAVAILABLE: define(
    'The {transport} transport has no build for {platform}. Set YELLOWSTONE_TRANSPORT to another one.',
    { exit: 2 },
  ),
  RPC_UNREACHABLE: ofNode<{ host: string; reason: string }>(
    ({ host, reason }) => `The RPC node at ${host} cannot be reached: ${reason}.`,
    { status: 502, retryable: true },
  ),
  RPC_TIMEOUT: ofNode<{ host: string; method: string; ms: number }>(
    ({ host, method, ms }) => `The RPC node at ${host} did not answer ${method} within ${ms} ms.`,
    { status: 504, retryable: true },
  ),
  RPC_RATE_LIMITED: ofNode<{ host: string; method: string; retryAfterMs?: number | undefined }>(
    ({ host, method }) => `The RPC node at ${host} rate-limited ${method} (HTTP 429). Try again shortly.`,
    { status: 502, retryable: true },
  ),
  RPC_BAD_ANSWER: ofNode<{ host: string; method: string; reason: string }>(
    ({ host, method, reason }) => `The RPC node at ${host} answered ${method} with ${reason}.`,
    { status: 502 },
  ),
  RPC_REFUSED: ofNode<{ host: string; method: string; rpcCode: string; detail: string }>(
    ({ host, method, rpcCode, detail }) =>
      `The RPC node at ${host} refused ${method}: ${detail} (code ${rpcCode}).`,
    { status: 502 },
  ),
  RPC_REDIRECTED: ofNode<{ host: string; method: string; httpStatus: number }>(
    ({ host, method, httpStatus }) =>
      `The RPC node at ${host} answered ${method} with a redirect (HTTP ${httpStatus}). Redirects are not followed: set SOLANA_RPC_URL to the final URL.`,
    { status: 502 },
  ),
  RPC_NO_TURN: define(
    "More important requests used the RPC node's whole rate limit for {ms} ms. Try again shortly.",
    { status: 503, retryable: true },
  ),
  RPC_BEHIND: ofNode<{ host: string; method: string; rpcCode?: string; detail: string }>(
    ({ host, method, detail }) => `The RPC node at ${host} is behind and cannot answer ${method}: ${detail}.`,
    { status: 502, retryable: true },
  ),
  RPC_SLOTS_DIFFER: define(
    'The RPC node at {host} did not return {keys} accounts at one slot in {attempts} attempts. Try again shortly.',
    { status: 502, retryable: true },
  ),
};
