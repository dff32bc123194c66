import { randomUUID } from 'node:crypto';
import type { Queries } from '../../../core/oltp/port.ts';
import type { WebhookEventData, WebhookEventKind } from '../../../schemas/webhooks/event.ts';
import { mayBeSentTo } from '../webhooks/registrant.ts';

/** The most pending deliveries of one webhook. */
export const MOST_WAITING = 1_000;

/** An event that owners may receive by webhook. */
export interface OutboxEvent<Kind extends WebhookEventKind = WebhookEventKind> {
  readonly kind: Kind;
  /** The owner; omitted for public events. */
  readonly owner?: string | undefined;
  /** Unix milliseconds. */
  readonly at: number;
  /** Omitted for off-chain events. */
  readonly slot?: bigint | undefined;
  readonly data: WebhookEventData<Kind>;
}

/**
 * One row per subscribed webhook, so an event without subscribers costs none. Events beyond the limit are counted and
 * not stored.
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

/** Stores an event for every subscribed webhook, in the transaction that causes it. */
export async function emitEvent<Kind extends WebhookEventKind>(
  queries: Queries,
  { kind, owner, at, slot, data }: OutboxEvent<Kind>,
): Promise<void> {
  const id = randomUUID();
  const body = JSON.stringify({
    ...{ id, type: kind, at: new Date(at).toISOString(), slot: slot === undefined ? null : Number(slot) },
    data,
  });
  await queries.run(EMIT, [kind, owner, id, body, new Date(at), MOST_WAITING]);
}
