/** What each error status of a read means; the body is always `{"detail", "code"}`. */
export const ERROR_STATUSES: Readonly<
  Record<number, { readonly description: string; readonly detail: string }>
> = {
  400: {
    description: 'A parameter is malformed or unknown, or names a slot that is not indexed yet.',
    detail: 'limit must be a whole number from 1 to 200.',
  },
  401: {
    description: 'The URL contains a credential, which is refused on every path because URLs are logged.',
    detail:
      'Credentials in a URL are refused because URLs are logged. Rotate this credential and send the new one in the header Authorization: Bearer.',
  },
  403: {
    description:
      '`wallet_address` is neither the caller’s wallet nor an agent wallet that it owns; a malformed one is neither.',
    detail: 'wallet_address is neither your own wallet nor one of your agent wallets.',
  },
  404: {
    description: 'No LaunchConfig exists for the id.',
    detail: 'No LaunchConfig exists for launch_id 9 at slot 1042.',
  },
  405: {
    description: 'The path does not accept this method.',
    detail: 'POST is not allowed on this path. Use GET, HEAD, OPTIONS.',
  },
  410: {
    description:
      'The index does not have the state at `as_of_slot`; the message names the nearest available slots.',
    detail: 'as_of_slot 700 is inside a gap of the index. The nearest available slots are 690 and 712.',
  },
  412: {
    description: 'The index did not reach `min_slot` in time.',
    detail: 'min_slot 1044 is not indexed yet. The newest indexed slot is 1042. Try again shortly.',
  },
  413: {
    description: 'The body is too large.',
    detail: 'The request body is larger than the maximum of 65536 bytes.',
  },
  414: { description: 'The URL is too long.', detail: 'The URL is longer than the maximum of 8192 bytes.' },
  415: {
    description: 'The body is not `application/json`.',
    detail: 'This path does not accept the Content-Type of this request. /docs lists the types it accepts.',
  },
  429: {
    description:
      'More than 6,000 requests in 10 seconds from one address, or its share of reads or exports is used; `Retry-After` says how long to wait.',
    detail: 'Too many requests from your network. Try again in 7 s.',
  },
  500: {
    description: 'The API failed unexpectedly.',
    detail:
      'An unexpected error occurred and was logged. Try again, and report it to the operator if it persists.',
  },
  503: {
    description: 'The index is not loaded yet, or the history store does not answer.',
    detail: 'The index is not ready: reading the newest state. Try again shortly.',
  },
};

/** Those of every operation that may have a body. */
export const BODY_STATUSES = [413, 415];
/** Statuses of every read, besides its own. */
export const COMMON_STATUSES = [401, 405, 414, 429, 500, 503];
