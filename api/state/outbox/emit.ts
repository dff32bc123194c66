import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Queries } from '../../../core/oltp/port.ts';
import { first, integerColumn } from '../../../core/oltp/statements.ts';
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

/** The body of an event. */
function bodyOf(id: string, { kind, at, slot, data }: OutboxEvent): string {
  const when = { at: new Date(at).toISOString(), slot: slot === undefined ? null : Number(slot) };
  return JSON.stringify({ id, type: kind, ...when, data });
}

const EMIT_TO = `INSERT INTO webhook_deliveries (webhook_id, event_id, kind, body, created_at, next_at)
  SELECT $1, $2, $3, $4, $5, $5 FROM webhooks WHERE id = $1 RETURNING id`;
const idRow = z.object({ id: integerColumn });

/** Stores an event for one webhook, even one that did not subscribe to its type. @returns the id of its delivery */
export async function emitTo(
  queries: Queries,
  webhookId: string,
  event: OutboxEvent,
): Promise<bigint | undefined> {
  const id = randomUUID();
  const values = [webhookId, id, event.kind, bodyOf(id, event), new Date(event.at)];
  return (await first(queries, EMIT_TO, values, idRow))?.id;
}

/** Stores an event for every subscribed webhook, in the transaction that causes it. */
export async function emitEvent<Kind extends WebhookEventKind>(
  queries: Queries,
  event: OutboxEvent<Kind>,
): Promise<void> {
  const { kind, owner, at } = event;
  const id = randomUUID();
  await queries.run(EMIT, [kind, owner, id, bodyOf(id, event), new Date(at), MOST_WAITING]);
}
