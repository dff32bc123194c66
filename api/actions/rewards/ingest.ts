import type { Clock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { asOfNow } from '../../../core/ledger/ingest/future.ts';
import type { PlacedRow } from '../../../core/ledger/ingest/rows.ts';
import type { Rejection, RewardLedger } from '../../../core/ledger/port.ts';
import type { RewardEvent } from '../../../core/rules/rewards.ts';
import type {
  RejectedRewardEvent,
  RewardEventsRefusal,
  RewardEventsStored,
} from '../../../schemas/rest/reward-ingest.ts';
import { errorBody } from '../answerable.ts';
import { wireCount, wireInstant, wireInteger } from '../wire.ts';

export interface IngestContext {
  readonly ledger: RewardLedger;
  readonly clock: Clock;
}

/** The result for one request's rows: all of them are in the ledger, or none. */
export type IngestOutcome =
  | { readonly stored: RewardEventsStored; readonly refusal?: never }
  | { readonly stored?: never; readonly refusal: RewardEventsRefusal };

const OPERATOR = 'operator';
/** The most rows that a refusal names. */
const NAMED = 100;

/**
 * Appends the rows of one request to the ledger, all or nothing.
 * @throws REWARD_ROW_MALFORMED at the first malformed row
 */
export async function ingestRewardEvents(
  { ledger, clock }: IngestContext,
  rows: AsyncIterable<PlacedRow>,
): Promise<IngestOutcome> {
  const events: RewardEvent[] = [];
  const lines: number[] = [];
  const now = clock.now();
  for await (const row of rows) {
    const { line, event, fault } = asOfNow(row, now);
    if (!event) throw new LaunchlensError('REWARD_ROW_MALFORMED', { line, reason: fault });
    events.push(event);
    lines.push(line);
  }
  const outcome = await ledger.append(events, { by: OPERATOR, whole: true });
  const { conflicts, refused, stored, known, revision } = outcome;
  if (conflicts.length > 0) return { refusal: refusal('REWARD_EVENTS_CONFLICT', conflicts, lines) };
  if (refused.length > 0) return { refusal: refusal('REWARD_PRICE_BEFORE_MINT', refused, lines) };
  return { stored: { stored, known, ledger_revision: wireCount(revision) } };
}

function refusal(
  code: 'REWARD_EVENTS_CONFLICT' | 'REWARD_PRICE_BEFORE_MINT',
  rejections: readonly Rejection[],
  lines: readonly number[],
): RewardEventsRefusal {
  const rejected = rejections.slice(0, NAMED).map((one) => rejectedRow(one, lines[one.index] ?? 0));
  const { line = 0, reason = '' } = rejected[0] ?? {};
  const body = errorBody(new LaunchlensError(code, { line, reason, count: rejections.length }));
  return code === 'REWARD_EVENTS_CONFLICT'
    ? { ...body, conflicts: rejected }
    : { ...body, pre_mint: true, refused: rejected };
}

function rejectedRow({ event, reason }: Rejection, line: number): RejectedRewardEvent {
  const { kind, recordId, at } = event;
  return { line, record_id: wireInteger(recordId), kind, at: wireInstant(at), reason };
}
