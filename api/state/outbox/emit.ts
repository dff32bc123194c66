import { randomUUID } from 'node:crypto';
import type { Queries } from '../../../core/oltp/port.ts';
import type { WebhookEventData, WebhookEventKind } from '../../../schemas/webhooks/event.ts';
import { mayBeSentTo } from '../webhooks/registrant.ts';

/** Deliveries of one webhook that may wait at a time. */
export const MOST_WAITING = 1_000;

/** Something that owners may have told to a webhook of theirs. */
export interface OutboxEvent<Kind extends WebhookEventKind = WebhookEventKind> {
  readonly kind: Kind;
  /** Whose it is; left out for what is everybody's. */
  readonly owner?: string | undefined;
  /** Unix milliseconds. */
  readonly at: number;
  /** Left out for what is off chain. */
  readonly slot?: bigint | undefined;
  readonly data: WebhookEventData<Kind>;
}

/**
 * One row for each webhook that wants it: nobody's event costs no row. What is beyond the most that may wait is counted
 * and not kept.
 */
const EMIT = `WITH wanted AS (
    SELECT id, (SELECT count(*) FROM webhook_deliveries AS waiting
      WHERE waiting.webhook_id = webhooks.id AND waiting.status = 'pending') < $6::integer AS room
    FROM webhooks WHERE $1::text = ANY(events) AND ($2::text IS NULL OR owner = $2::text)
      AND ${mayBeSentTo('$5::timestamptz')}
  ), full_up AS (
    UPDATE webhooks SET dropped = dropped + 1 FROM wanted WHERE webhooks.id = wanted.id AND NOT wanted.room
  )
  INSERT INTO webhook_deliveries (webhook_id, event_id, kind, body, created_at, next_at)
    SELECT id, $3::text, $1::text, $4::text, $5::timestamptz, $5::timestamptz FROM wanted WHERE room`;

/** Keeps an event for every webhook that wants it, in the transaction that makes it. */
export async function emitEvent<Kind extends WebhookEventKind>(
  queries: Queries,
  { kind, owner, at, slot, data }: OutboxEvent<Kind>,
): Promise<void> {
  const id = randomUUID();
  const body = JSON.stringify({
    ...{ id, type: kind, at: new Date(at).toISOString(), slot: slot === undefined ? null : Number(slot) },
    data,
  });
  await queries.run(EMIT, [kind, owner ?? null, id, body, new Date(at), MOST_WAITING]);
}
