import { z } from 'zod';
import { WEBHOOK_EVENT_KINDS, type WebhookEventKind } from '../webhooks/event.ts';
import { count, dateTime, hasMore } from './scalars.ts';
import { visibleText } from './visible-text.ts';

const A_URL = 'an https:// URL of a public host';
const KINDS = `1 or more, each once, of ${WEBHOOK_EVENT_KINDS.join(', ')}`;

const eventKind = z.enum(WEBHOOK_EVENT_KINDS as [WebhookEventKind, ...WebhookEventKind[]], { error: KINDS });

/** The input for registering a webhook, over REST and as a tool. */
export const webhookTerms = {
  url: z
    .string({ error: A_URL })
    .min(1, { error: A_URL })
    .meta({ description: 'Where events are posted: https, a public host, no redirects.' }),
  label: visibleText.meta({ description: 'What the owner calls it.' }),
  events: z
    .array(eventKind, { error: KINDS })
    .min(1, { error: KINDS })
    .refine((kinds) => new Set(kinds).size === kinds.length, { error: KINDS })
    .meta({ description: 'Kinds of events that are sent.' }),
};

export const webhookRequest = z.object(webhookTerms);

const registrant = z.strictObject({
  credential_id: z.string(),
  label: z.string().meta({ description: 'Of the credential.' }),
  ended_at: dateTime.nullable().meta({
    description: 'When the credential was revoked or expired: the webhook stays off from then on.',
  }),
});

export const webhook = z.strictObject({
  id: z.string(),
  url: z.string().meta({
    description:
      'Where events are posted. Agents see its scheme and host alone, since paths often hold a secret.',
  }),
  label: z.string(),
  events: z.array(z.string()),
  registrant: registrant.nullable().meta({
    description:
      'The credential of the agent that registered it; null for the owner. Nothing is sent once that credential is revoked or has expired. A rotated credential passes its webhooks on to its replacement.',
  }),
  created_at: dateTime,
  disabled_at: dateTime.nullable().meta({ description: 'Since when nothing is sent; null while it is on.' }),
  disabled_reason: z.string().nullable(),
  dead_in_a_row: count.meta({ description: 'Deliveries given up since the last one that arrived.' }),
  dropped: count.meta({ description: 'Events not kept for it, since 1000 waited already.' }),
});

export const webhookRegistered = z.strictObject({
  ...webhook.shape,
  secret: z.string().meta({ description: 'What deliveries are signed with: shown this once.' }),
});

export const webhookListAnswer = z.strictObject({ results: z.array(webhook) });
export const webhookDeleted = z.strictObject({ id: z.string(), deleted: z.literal(true) });

export const webhookDelivery = z.strictObject({
  id: z.int().nonnegative(),
  event_id: z.string(),
  kind: z.string(),
  status: z
    .enum(['pending', 'delivered', 'dead'])
    .meta({ description: 'dead: given up; it can be sent again.' }),
  attempts: count,
  http_status: z.int().nullable().meta({ description: 'Of the last answer.' }),
  failure: z.string().nullable().meta({ description: 'What was wrong with the last attempt.' }),
  created_at: dateTime,
  next_at: dateTime.nullable().meta({ description: 'When it is tried next, while it is pending.' }),
  closed_at: dateTime.nullable().meta({ description: 'When it was delivered or given up.' }),
  body: z.string().meta({ description: 'As it is signed and sent.' }),
});

export const webhookDeliveriesAnswer = z.strictObject({
  results: z.array(webhookDelivery),
  has_more: hasMore,
});

export type WebhookAnswer = z.output<typeof webhook>;
export type WebhookRegistered = z.output<typeof webhookRegistered>;
export type WebhookListAnswer = z.output<typeof webhookListAnswer>;
export type WebhookDeleted = z.output<typeof webhookDeleted>;
export type WebhookDeliveryAnswer = z.output<typeof webhookDelivery>;
export type WebhookDeliveriesAnswer = z.output<typeof webhookDeliveriesAnswer>;
