import {
  type WebhookAnswer,
  type WebhookDeliveryAnswer,
  webhookDelivery,
  webhook as webhookShape,
} from '../../../schemas/rest/webhooks.ts';
import type { Delivery } from '../../state/webhooks/delivery.ts';
import type { Registrant } from '../../state/webhooks/registrant.ts';
import type { Webhook } from '../../state/webhooks/webhook.ts';
import { writerOf } from '../write.ts';

const writeWebhook = writerOf(webhookShape);
const writeDelivery = writerOf(webhookDelivery);

export interface Viewing {
  /** Agents do not see whole URLs: paths and parameters often contain a secret of the receiver. */
  readonly byAgent: boolean;
  readonly now: number;
}

export function webhookAnswer(webhook: Webhook, { byAgent, now }: Viewing): WebhookAnswer {
  const { url, registrant } = webhook;
  const end = registrant && endOfRegistrant(registrant, now);
  return writeWebhook({
    ...webhook,
    url: byAgent ? new URL(url).origin : url,
    registrant: registrant && { credentialId: registrant.id, label: registrant.label, endedAt: end?.at },
    disabledAt: webhook.disabledAt ?? end?.at,
    disabledReason: end?.reason ?? webhook.disabledReason,
  });
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
  const { status, nextAt } = delivery;
  return writeDelivery({ ...delivery, nextAt: status === 'pending' ? nextAt : undefined });
}
