import { counted } from '../counted.ts';
import { defineForClients as define } from './definition.ts';
import { listed, type MoreWrong, type WrongValue, wrongTexts } from './wrong-values.ts';

/**
 * Failures of the read API: malformed requests, slots that the index cannot answer for, and an index that is not
 * loaded yet.
 */
export const mirrorErrors = {
  MIRROR_NOT_READY: define('The index is not ready: {reason}. Try again shortly.', {
    status: 503,
    expected: true,
    retryable: true,
  }),
  INDEX_FOREIGN: define(
    'The index was built with {name} {found}, but {expected} is configured. Point the API at the right index.',
    { status: 503, exit: 2 },
  ),
  INDEX_IDL_DIFFERS: define(
    'The accounts of {program} are decoded by another IDL than the configured one. Give the indexer and the API the same IDL.',
    { status: 503, exit: 2 },
  ),
  PARAMETER_MALFORMED: define<WrongValue & MoreWrong>(
    ({ name, expected, others = [], unnamed }) =>
      wrongTexts({ others: [{ name, expected }, ...others], unnamed }),
    {
      status: 400,
      exit: 2,
      remedy: 'Correct the arguments that the detail names, then call again.',
    },
  ),
  PARAMETER_UNKNOWN: define<{ names: readonly string[]; known: readonly string[] } & MoreWrong>(
    ({ names, known, ...more }) => {
      const accepted = known.length > 0 ? `only ${known.join(', ')}` : 'no parameters';
      return `${listed(names)} must be left out: this path accepts ${accepted}. ${wrongTexts(more)}`.trim();
    },
    { status: 400, exit: 2 },
  ),
  CURSOR_INVALID: define('cursor was not issued by this API. Pass the next_cursor of a page unchanged.', {
    status: 400,
    remedy: 'Pass next_cursor of a page unchanged, or omit cursor to start again.',
  }),
  CURSOR_MISMATCH: define(
    'cursor belongs to a listing with another {name}. Repeat the {name} of the first page, or leave it out.',
    { status: 400, remedy: 'Repeat the arguments of the first page, or omit cursor to start again.' },
  ),
  SLOT_AHEAD: define(
    'as_of_slot {slot} is not indexed yet. The newest available slot is {lastIndexedSlot}.',
    {
      status: 400,
      remedy:
        'Ask for the newest answerable slot or an earlier one, or omit as_of_slot for the newest state.',
    },
  ),
  SLOT_NOT_HELD: define<{ slot: bigint; before: bigint | undefined; after: bigint }>(
    ({ slot, before, after }) =>
      before === undefined
        ? `as_of_slot ${slot} is before the first indexed slot. The nearest available slot is ${after}.`
        : `as_of_slot ${slot} is inside a gap of the index. The nearest available slots are ${before} and ${after}.`,
    { status: 410, remedy: 'Ask again with one of the named slots.' },
  ),
  ACCOUNT_UNREADABLE: define<{ address: string; since: bigint; slot: bigint }>(
    ({ address, since, slot }) =>
      `Account ${address} is unreadable at slot ${slot}: since slot ${since} its bytes match no layout that this version knows. Use as_of_slot ${since - 1n} or lower.`,
    {
      status: 410,
      remedy: 'Ask with as_of_slot below the named slot, and say that the answer is in the past.',
    },
  ),
  ACCOUNTS_UNREADABLE: define(
    "More than {most} accounts are unreadable: this version of Launchlens no longer knows the program's layouts. Update Launchlens.",
    { status: 503 },
  ),
  SLOT_TAKEN_BACK: define(
    'Slot {slot} was on a fork that was rolled back, and its number may now name another block. Start again from the first page.',
    { status: 410, remedy: 'Start again without cursor and as_of_slot.' },
  ),
  INDEX_BEHIND_MIN_SLOT: define(
    'min_slot {minSlot} is not indexed yet. The newest indexed slot is {lastIndexedSlot}. Try again shortly.',
    { status: 412, retryable: true, remedy: 'Call again in a few seconds, or with a lower min_slot.' },
  ),
  INDEX_BEHIND_NODE: define(
    'The node answered at slot {nodeSlot}, and the newest indexed slot is {lastIndexedSlot}, so the two cannot be compared yet. Try again shortly.',
    {
      status: 503,
      expected: true,
      retryable: true,
      remedy: 'Call again in a few seconds: the index is catching up with the node.',
    },
  ),
  MIN_SLOT_CONTRADICTED: define(
    'min_slot {minSlot} cannot be met because as_of_slot or cursor pins the answer to slot {slot}. Leave one of them out.',
    { status: 400, remedy: 'Ask for one slot: omit min_slot or as_of_slot.' },
  ),
  INDEX_TOO_STALE: define<{ lagSlots: bigint; maxLagSlots: bigint }>(
    ({ lagSlots, maxLagSlots }) =>
      `The index is ${counted(lagSlots, 'slot')} behind the chain, more than max_lag_slots ${maxLagSlots}. Try again shortly, or allow more.`,
    {
      status: 503,
      expected: true,
      retryable: true,
      remedy: 'Call again later, or with a greater max_lag_slots to accept an older answer.',
    },
  ),
  HISTORY_TIMED_OUT: define('Reading history took too long. Try again or ask for a smaller page.', {
    status: 503,
    retryable: true,
  }),
  STORE_UNREACHABLE: define('The history store cannot be reached. Queries for the newest state still work.', {
    status: 503,
    retryable: true,
  }),
  LAUNCH_NOT_FOUND: define('No LaunchConfig exists for launch_id {launchId} at slot {slot}.', {
    status: 404,
    remedy: 'Call list_launches for the ids that exist.',
  }),
  PROGRAM_NOT_FOUND: define(
    'No program named {program} is followed. /api/v1/programs/ lists those that are.',
    {
      status: 404,
      remedy: 'Call list_programs for the names.',
    },
  ),
  ACCOUNT_TYPE_NOT_FOUND: define('Program {program} has no followed account type {type}.', {
    status: 404,
    remedy: 'Call list_programs for the account types of each program.',
  }),
  PROGRAM_CALL_NOT_FOUND: define('Program {program} has no followed {kind} {name}.', {
    status: 404,
    remedy: 'Call list_programs for the names, which are written as in the IDL.',
  }),
  PROGRAM_ACCOUNT_NOT_FOUND: define<{
    program: string;
    type: string | undefined;
    address: string;
    slot: bigint;
  }>(
    ({ program, type, address, slot }) =>
      `Program ${program} has no account ${address}${type === undefined ? '' : ` of type ${type}`} at slot ${slot}.`,
    { status: 404, remedy: 'Call list_accounts for the accounts that exist.' },
  ),
  PACK_NOT_CONFIGURED: define(
    'This API answers for no launches, because its operator has not set ESCROW_PROGRAM_ID. /api/v1/programs/ lists what it answers for.',
    { status: 404, remedy: 'Call list_programs, and ask about those programs.' },
  ),
  ACCOUNT_NOT_INDEXED: define(
    '{pubkey} is not an indexed account. Indexed accounts are launches, pledges, escrows, vaults and mints.',
    { status: 404, remedy: 'Pass the address of a launch, pledge, escrow, vault or mint account.' },
  ),
  CHAIN_READER_MISSING: define(
    'This API cannot read the chain because its operator has not set SOLANA_RPC_URL.',
    {
      status: 503,
      expected: true,
      remedy: 'Tell the user: the operator has to set SOLANA_RPC_URL for this tool.',
    },
  ),
  CHAIN_READER_BUSY: define(
    'Too many accounts are being compared with the chain right now. Try again shortly.',
    {
      status: 503,
      expected: true,
      retryable: true,
    },
  ),
  CHAIN_UNREADABLE: define('The chain cannot be read: {reason}. Queries to the index still work.', {
    status: 503,
    retryable: true,
    remedy: 'Call again in a few seconds. If it keeps failing, tell the user that the node does not answer.',
  }),
  EXPORT_BUSY: define<{ running: number }>(
    ({ running }) =>
      `${counted(running, 'export is', 'exports are')} already running, which is the maximum. Try again shortly.`,
    { status: 503, expected: true, retryable: true },
  ),
  EXPORT_TOO_SLOW: define(
    'The connection was closed because the client read the export more slowly than {bytesPerSecond} bytes per second.',
    { status: 503, expected: true, retryable: true },
  ),
  EXPORT_CHANGED: define(
    'The {listing} export at slot {slot} was cut off because its rows were rewritten. Start it again.',
    { status: 503, retryable: true },
  ),
  ROUTE_NOT_FOUND: define('This path does not exist. /docs lists all paths.', { status: 404 }),
  VERIFIER_NOT_BUILT: define(
    'The verifier is not built. Run `npm run build` where Launchlens is installed, then restart it.',
    { status: 404 },
  ),
  METHOD_NOT_ALLOWED: define('{method} is not allowed on this path. Use {allowed}.', { status: 405 }),
  METHOD_UNKNOWN: define('This server does not know the method of the request.', { status: 501 }),
  REQUEST_MALFORMED: define('The request is not well-formed HTTP or its path is badly encoded.', {
    status: 400,
  }),
  REQUEST_TIMED_OUT: define('The request did not arrive in time. Send it again.', {
    status: 408,
    retryable: true,
  }),
  REQUEST_BODY_TOO_LARGE: define('The request body is larger than the maximum of {bytes} bytes.', {
    status: 413,
  }),
  REQUEST_URL_TOO_LONG: define('The URL is longer than the maximum of {bytes} bytes.', {
    status: 414,
  }),
  REQUEST_MEDIA_TYPE: define(
    'This path does not accept the Content-Type of this request. /docs lists the types it accepts.',
    {
      status: 415,
    },
  ),
  RATE_LIMITED: define('Too many requests from your network. Try again in {seconds} s.', {
    status: 429,
    retryable: true,
  }),
  CLIENT_SHARE_USED: define('Your network has used its share of {what}. Try again in {seconds} s.', {
    status: 429,
    retryable: true,
    remedy: 'Wait as long as the message says, and send fewer requests at a time.',
  }),
  INTERNAL: define(
    'An unexpected error occurred and was logged. Try again, and report it to the operator if it persists.',
    { status: 500 },
  ),
};
