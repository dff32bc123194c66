import type { WebhookAnswer, WebhookDeliveryAnswer } from '../../../schemas/rest/webhooks.ts';
import type { Delivery } from '../../state/webhooks/delivery.ts';
import type { Webhook } from '../../state/webhooks/webhook.ts';
import { instantOrNull, wireCount, wireInstant } from '../wire.ts';

export function webhookAnswer(webhook: Webhook): WebhookAnswer {
  const { id, url, label, events, createdAt, disabledAt, disabledReason, deadInARow, dropped } = webhook;
  return {
    ...{ id, url, label, events: [...events] },
    created_at: wireInstant(createdAt),
    disabled_at: instantOrNull(disabledAt),
    disabled_reason: disabledReason ?? null,
    dead_in_a_row: deadInARow,
    dropped: wireCount(dropped),
  };
}

export function deliveryAnswer(delivery: Delivery): WebhookDeliveryAnswer {
  const { id, eventId, kind, status, attempts, httpStatus, failure, createdAt, nextAt, closedAt } = delivery;
  return {
    ...{ id: wireCount(id), event_id: eventId, kind, status, attempts },
    http_status: httpStatus ?? null,
    failure: failure ?? null,
    created_at: wireInstant(createdAt),
    next_at: status === 'pending' ? wireInstant(nextAt) : null,
    closed_at: instantOrNull(closedAt),
    body: delivery.body,
  };
}
