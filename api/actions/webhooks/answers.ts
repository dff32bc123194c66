import type { WebhookAnswer, WebhookDeliveryAnswer } from '../../../schemas/rest/webhooks.ts';
import type { Delivery } from '../../state/webhooks/delivery.ts';
import type { Registrant } from '../../state/webhooks/registrant.ts';
import type { Webhook } from '../../state/webhooks/webhook.ts';
import { instantOrNull, wireCount, wireInstant } from '../wire.ts';

export interface Viewing {
  /** Agents do not see whole URLs: paths and parameters often contain a secret of the receiver. */
  readonly byAgent: boolean;
  readonly now: number;
}

export function webhookAnswer(webhook: Webhook, { byAgent, now }: Viewing): WebhookAnswer {
  const { id, url, label, events, registrant, createdAt, disabledAt, disabledReason } = webhook;
  const end = registrant && endOfRegistrant(registrant, now);
  return {
    ...{ id, url: byAgent ? new URL(url).origin : url, label, events: [...events] },
    registrant: registrant
      ? { credential_id: registrant.id, label: registrant.label, ended_at: instantOrNull(end?.at) }
      : null,
    created_at: wireInstant(createdAt),
    disabled_at: instantOrNull(disabledAt ?? end?.at),
    disabled_reason: end?.reason ?? disabledReason ?? null,
    dead_in_a_row: webhook.deadInARow,
    dropped: wireCount(webhook.dropped),
  };
}

interface RegistrantEnd {
  readonly at: number;
  readonly reason: string;
}

/** When and how a registrant ended; undefined while it is valid. A rotated one has passed its webhooks on. */
export function endOfRegistrant(
  { revokedAt, expiresAt }: Registrant,
  now: number,
): RegistrantEnd | undefined {
  const ended = (at: number, how: string) => ({ at, reason: `the credential that registered it ${how}` });
  if (revokedAt !== undefined) return ended(revokedAt, 'was revoked');
  return now >= expiresAt ? ended(expiresAt, 'has expired') : undefined;
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
