import { counted } from '../counted.ts';
import { defineForClients as define } from './definition.ts';

/** Refusals of reward requests. */
export const rewardErrors = {
  OPERATOR_NOT_KNOWN: define(() => 'The bearer token does not match OPERATOR_TOKEN.', { status: 401 }),
  REWARD_ROW_MALFORMED: define<{ line: number; reason: string }>(
    ({ line, reason }) =>
      `Line ${line} is not a valid reward event: ${reason}. Nothing from this request was stored.`,
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
    { status: 503, retryable: true },
  ),
  REWARD_FILE_UNREADABLE: define<{ file: string; reason: string }>(
    ({ file, reason }) => `${file} cannot be read as reward events: ${reason}.`,
    { exit: 2 },
  ),
  REWARD_PRICING_BEFORE_MINT: define(
    () => "Rewards cannot be priced before the reward token's mint exists on chain.",
    { exit: 2 },
  ),
  REWARD_PRICING_REFUSED: define<{ recordId: bigint; reason: string; records: bigint }>(
    ({ recordId, reason, records }) =>
      `The ledger refused the price of record ${recordId}: ${reason}. ${counted(records, 'record was', 'records were')} priced before it. Run the command again for the others.`,
  ),
  REWARD_RECORD_UNKNOWN: define<{ recordId: bigint }>(
    ({ recordId }) => `Reward record ${recordId} does not exist. Nothing was recorded.`,
    { exit: 2 },
  ),
  REWARD_REVISION_UNKNOWN: define<{ detail: string }>(({ detail }) => detail, { exit: 2 }),
  PRE_MINT: define<{ rewardAsset: string }>(
    ({ rewardAsset }) =>
      `${rewardAsset} is not minted yet. Accruals are recorded, and nothing settles before the mint.`,
    { status: 409 },
  ),
  CLAIM_WALLET_UNKNOWN: define(() => 'Unknown wallet.', { status: 404 }),
  NOTHING_TO_CLAIM: define(
    () => 'This wallet has no reward that is both priced and matured, so there is nothing to claim.',
    { status: 404 },
  ),
};
