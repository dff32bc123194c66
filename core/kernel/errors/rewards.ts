import { counted } from '../counted.ts';
import { define } from './definition.ts';

/** Refusals of reward requests. */
export const rewardErrors = {
  OPERATOR_NOT_KNOWN: define(() => 'The bearer token is not the one of the operator.', { status: 401 }),
  REWARD_ROW_MALFORMED: define<{ line: number; reason: string }>(
    ({ line, reason }) => `Line ${line} is no reward event: ${reason}. Nothing of the request was stored.`,
    { status: 400 },
  ),
  REWARD_EVENTS_CONFLICT: define<{ line: number; reason: string; count: number }>(
    ({ line, reason, count }) =>
      `${counted(count, 'event contradicts', 'events contradict')} the ledger, first at line ${line}: ${reason}. Nothing of the request was stored.`,
    { status: 409 },
  ),
  REWARD_PRICE_BEFORE_MINT: define<{ line: number; reason: string; count: number }>(
    ({ line, reason, count }) =>
      `${counted(count, 'event comes', 'events come')} before the mint, first at line ${line}: ${reason}. Nothing of the request was stored.`,
    { status: 409 },
  ),
  REWARD_INGEST_BUSY: define<{ running: number }>(
    ({ running }) =>
      `${counted(running, 'request is', 'requests are')} being stored already; try again shortly.`,
    { status: 503, retryable: true },
  ),
  REWARD_FILE_UNREADABLE: define<{ file: string; reason: string }>(
    ({ file, reason }) => `${file} cannot be read as reward events: ${reason}.`,
    { exit: 2 },
  ),
  REWARD_PRICING_BEFORE_MINT: define(
    () => 'Nothing is priced before the mint of the reward token exists on chain.',
    { exit: 2 },
  ),
  REWARD_PRICING_REFUSED: define<{ recordId: bigint; reason: string; records: bigint }>(
    ({ recordId, reason, records }) =>
      `The ledger refused the price of record ${recordId}: ${reason}. ${counted(records, 'record was', 'records were')} priced before; run it again for the others.`,
  ),
  REWARD_RECORD_UNKNOWN: define<{ recordId: bigint }>(
    ({ recordId }) => `No reward record ${recordId} has accrued; nothing was recorded.`,
    { exit: 2 },
  ),
  REWARD_REVISION_UNKNOWN: define<{ detail: string }>(({ detail }) => detail, { exit: 2 }),
};
