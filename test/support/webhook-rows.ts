import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Oltp } from '../../core/oltp/port.ts';
import type { WebhookEventKind } from '../../schemas/webhooks/event.ts';

const INSERT = `INSERT INTO webhooks (id, owner, url, label, events, created_at)
  VALUES ($1, $2, 'https://a.example', '', $3::text[], now())`;
const DELIVERIES = 'SELECT event_id, kind, body FROM webhook_deliveries WHERE webhook_id = $1 ORDER BY id';
const deliveryRow = z.object({ event_id: z.string(), kind: z.string(), body: z.string() });

/** A webhook that nothing is sent to: only what is kept for it is looked at. Gives its id. */
export async function insertWebhook(
  oltp: Oltp,
  owner: string,
  events: readonly WebhookEventKind[],
): Promise<string> {
  const id = randomUUID();
  await oltp.run(INSERT, [id, owner, events]);
  return id;
}

/** What is kept for a webhook, in the order in which it came. */
export function deliveriesOf(oltp: Oltp, webhookId: string) {
  return oltp.query(DELIVERIES, [webhookId], deliveryRow);
}
