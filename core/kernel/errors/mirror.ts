import { counted } from '../counted.ts';
import { define } from './definition.ts';

/**
 * Failures of the read API: malformed requests, slots that the index cannot answer for, and an index that is not
 * loaded yet.
 */
export const mirrorErrors = {
  MIRROR_NOT_READY: define<{ reason: string }>(
    ({ reason }) => `The index cannot answer yet: ${reason}. Try again shortly.`,
    { status: 503, retryable: true },
  ),
  INDEX_FOREIGN: define<{ name: string; expected: string; found: string }>(
    ({ name, expected, found }) =>
      `The index was built with ${name} ${found}, but ${expected} is configured: point the API at the right index.`,
    { status: 503, exit: 2 },
  ),
  PARAMETER_MALFORMED: define<{ name: string; expected: string }>(
    ({ name, expected }) => `${name} must be ${expected}.`,
    { status: 400, exit: 2 },
  ),
  PARAMETER_UNKNOWN: define<{ name: string; known: readonly string[] }>(
    ({ name, known }) =>
      `${name} is not a parameter of this path${known.length > 0 ? `; it takes ${known.join(', ')}` : ''}.`,
    { status: 400, exit: 2 },
  ),
  CURSOR_INVALID: define(() => 'cursor was not issued by this API: pass next_cursor of a page unchanged.', {
    status: 400,
  }),
  CURSOR_MISMATCH: define<{ name: string }>(
    ({ name }) =>
      `cursor belongs to a listing with another ${name}: repeat the first page's ${name}, or leave it out.`,
    { status: 400 },
  ),
  SLOT_AHEAD: define<{ slot: bigint; lastIndexedSlot: bigint }>(
    ({ slot, lastIndexedSlot }) =>
      `as_of_slot ${slot} is not indexed yet: the newest answerable slot is ${lastIndexedSlot}.`,
    { status: 400 },
  ),
  SLOT_NOT_HELD: define<{ slot: bigint; before: bigint | undefined; after: bigint }>(
    ({ slot, before, after }) =>
      before === undefined
        ? `as_of_slot ${slot} is before the first slot that the index holds: the nearest answerable slot is ${after}.`
        : `as_of_slot ${slot} is in a range that the index lost: the nearest answerable slots are ${before} and ${after}.`,
    { status: 410 },
  ),
  ACCOUNT_UNREADABLE: define<{ address: string; since: bigint; slot: bigint }>(
    ({ address, since, slot }) =>
      `Account ${address} cannot be read at slot ${slot}: since slot ${since} no known layout explains its bytes, and its last readable state is no answer. Ask as_of_slot ${since - 1n} or below.`,
    { status: 410 },
  ),
  ACCOUNTS_UNREADABLE: define<{ most: number }>(
    ({ most }) =>
      `No known layout explains the bytes of more than ${most} accounts: this version of Launchlens does not know the program any more.`,
    { status: 503 },
  ),
  SLOT_TAKEN_BACK: define<{ slot: bigint }>(
    ({ slot }) =>
      `slot ${slot} was on a fork that died and was taken back: its number may mean another block now, so begin again.`,
    { status: 410 },
  ),
  INDEX_BEHIND_MIN_SLOT: define<{ minSlot: bigint; lastIndexedSlot: bigint }>(
    ({ minSlot, lastIndexedSlot }) =>
      `min_slot ${minSlot} is not reached: the newest indexed slot is ${lastIndexedSlot}. Try again shortly.`,
    { status: 412, retryable: true },
  ),
  MIN_SLOT_CONTRADICTED: define<{ minSlot: bigint; slot: bigint }>(
    ({ minSlot, slot }) =>
      `min_slot ${minSlot} cannot be met: as_of_slot or cursor pins the answer to slot ${slot}.`,
    { status: 400 },
  ),
  INDEX_TOO_STALE: define<{ lagSlots: bigint; maxLagSlots: bigint }>(
    ({ lagSlots, maxLagSlots }) =>
      `The index is ${counted(lagSlots, 'slot')} behind the chain, more than max_lag_slots ${maxLagSlots} allows.`,
    { status: 503, retryable: true },
  ),
  HISTORY_TIMED_OUT: define(() => 'Reading the past took too long; try again or ask for a smaller page.', {
    status: 503,
    retryable: true,
  }),
  STORE_UNREACHABLE: define(
    () => 'The store of the past cannot be reached; the newest state still answers.',
    {
      status: 503,
      retryable: true,
    },
  ),
  LAUNCH_NOT_FOUND: define<{ launchId: bigint; slot: bigint }>(
    ({ launchId, slot }) => `No LaunchConfig exists for launch_id ${launchId} at slot ${slot}.`,
    { status: 404 },
  ),
  ACCOUNT_NOT_INDEXED: define<{ pubkey: string }>(
    ({ pubkey }) => `${pubkey} is no account that the index keeps: no launch, pledge, escrow, vault or mint.`,
    { status: 404 },
  ),
  CHAIN_READER_MISSING: define(
    () => 'This API has no node to compare with: its operator has not set SOLANA_RPC_URL.',
    { status: 503 },
  ),
  CHAIN_READER_BUSY: define(() => 'Too many accounts are being compared with the chain; try again shortly.', {
    status: 503,
    retryable: true,
  }),
  CHAIN_UNREADABLE: define<{ reason: string }>(
    ({ reason }) => `The chain cannot be read: ${reason}. The index still answers.`,
    { status: 503, retryable: true },
  ),
  EXPORT_BUSY: define<{ running: number }>(
    ({ running }) => `${counted(running, 'export is', 'exports are')} running already; try again shortly.`,
    { status: 503, retryable: true },
  ),
  EXPORT_TOO_SLOW: define<{ bytesPerSecond: number }>(
    ({ bytesPerSecond }) =>
      `The client read the export more slowly than ${bytesPerSecond} bytes per second; the connection was cut.`,
    { status: 503, retryable: true },
  ),
  EXPORT_CHANGED: define<{ listing: string; slot: bigint }>(
    ({ listing, slot }) =>
      `The rows of the ${listing} export at slot ${slot} were rewritten meanwhile; it was cut off.`,
    { status: 503, retryable: true },
  ),
  ROUTE_NOT_FOUND: define(() => 'No such path; /docs lists all of them.', { status: 404 }),
  VERIFIER_NOT_BUILT: define(
    () => 'The verifier is not built. Run `npm run build` where Launchlens is installed, and restart it.',
    { status: 404 },
  ),
  METHOD_NOT_ALLOWED: define<{ method: string; allowed: string }>(
    ({ method, allowed }) => `${method} is not allowed here; use ${allowed}.`,
    { status: 405 },
  ),
  REQUEST_MALFORMED: define(() => 'The request is not well-formed HTTP or its path is badly encoded.', {
    status: 400,
  }),
  REQUEST_TIMED_OUT: define(() => 'The request did not arrive in time.', { status: 408, retryable: true }),
  REQUEST_BODY_TOO_LARGE: define<{ bytes: number }>(
    ({ bytes }) => `The request body is larger than ${bytes} bytes.`,
    { status: 413 },
  ),
  REQUEST_URL_TOO_LONG: define<{ bytes: number }>(({ bytes }) => `The URL is longer than ${bytes} bytes.`, {
    status: 414,
  }),
  REQUEST_MEDIA_TYPE: define(() => 'The request body has a media type that this path does not take.', {
    status: 415,
  }),
  RATE_LIMITED: define<{ seconds: number }>(
    ({ seconds }) => `Too many requests from your network; try again in ${seconds} s.`,
    { status: 429, retryable: true },
  ),
  CLIENT_SHARE_USED: define<{ what: string; seconds: number }>(
    ({ what, seconds }) => `Your network has used its share of ${what}; try again in ${seconds} s.`,
    { status: 429, retryable: true },
  ),
  INTERNAL: define(() => 'The answer could not be made; the failure was logged.', { status: 500 }),
};
