import { counted } from '../counted.ts';
import { defineForClients as define, define as defineForOperator } from './definition.ts';

/** Refusals of reward requests, and of operators who settle payouts. */
export const rewardErrors = {
  OPERATOR_NOT_KNOWN: define('The bearer token does not match OPERATOR_TOKEN.', { status: 401 }),
  REWARD_ROW_MALFORMED: define(
    'Line {line} is not a valid reward event: {reason}. Nothing from this request was stored.',
    { status: 400 },
  ),
  REWARD_EVENTS_CONFLICT: define<{ line: number; reason: string; count: number }>(
    ({ line, reason, count }) =>
      `${counted(count, 'event contradicts', 'events contradict')} the ledger, first at line ${line}: ${reason}. Nothing from this request was stored.`,
    { status: 409 },
  ),
  REWARD_PRICE_BEFORE_MINT: define<{ line: number; reason: string; count: number }>(
    ({ line, reason, count }) =>
      `${counted(count, 'event comes', 'events come')} before the mint, first at line ${line}: ${reason}. Nothing from this request was stored.`,
    { status: 409 },
  ),
  REWARD_INGEST_BUSY: define<{ running: number }>(
    ({ running }) =>
      `${counted(running, 'request is', 'requests are')} already being stored, which is the maximum. Try again shortly.`,
    { status: 503, expected: true, retryable: true },
  ),
  REWARD_FILE_UNREADABLE: define('{file} cannot be read as reward events: {reason}.', { exit: 2 }),
  REWARD_PRICING_BEFORE_MINT: define(
    "Rewards cannot be priced before the reward token's mint exists on chain.",
    { exit: 2 },
  ),
  REWARD_PRICING_REFUSED: define<{ recordId: bigint; reason: string; records: bigint }>(
    ({ recordId, reason, records }) =>
      `The ledger refused the price of record ${recordId}: ${reason}. ${counted(records, 'record was', 'records were')} priced before it. Run the command again for the others.`,
  ),
  REWARD_RECORD_UNKNOWN: define('Reward record {recordId} does not exist. Nothing was recorded.', {
    exit: 2,
  }),
  REWARD_REVISION_UNKNOWN: define<{ detail: string }>(({ detail }) => detail, { exit: 2 }),
  PRE_MINT: define(
    '{rewardAsset} is not minted yet. Accruals are recorded, and nothing settles before the mint.',
    { status: 409 },
  ),
  CLAIM_WALLET_UNKNOWN: define('Unknown wallet.', { status: 404 }),
  NOTHING_TO_CLAIM: define(
    'This wallet has no reward that is both priced and matured, so there is nothing to claim.',
    { status: 404 },
  ),
  CLAIM_ALREADY_REQUESTED: define(
    'Every reward of this wallet that is both priced and matured is already in a payout request; the newest is request {request}. Read it with GET /user-rewards/payouts/{request}/.',
    { status: 404 },
  ),
  PAYOUT_NOT_FOUND: define('You have no payout request {request}. List yours without an id.', {
    status: 404,
    remedy: 'Call list_payouts for the ids that exist.',
  }),
  LEDGER_REVISION_AHEAD: define(
    'ledger_revision {revision} does not exist yet. The newest revision of the ledger is {newest}.',
    { status: 400, remedy: 'Omit ledger_revision, or pass the one of an earlier page.' },
  ),
  PAYOUT_UNKNOWN: defineForOperator(
    'Payout request {request} does not exist. `launchlens treasury list` shows open requests.',
    { exit: 2 },
  ),
  PAYOUT_CLOSED: defineForOperator(
    'Payout request {request} is {status}. Only an open request can be given up.',
  ),
  PAYOUT_PAID: defineForOperator(
    'Transaction {signature} pays payout request {request}, which settles by itself once that transaction is final.',
  ),
  PAYOUT_UNSEEN: defineForOperator(
    'Payout request {request} may already be paid. {unseen} Or check it yourself, and confirm with --vouch-not-paid.',
  ),
};
