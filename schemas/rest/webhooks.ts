import { z } from 'zod';
import { eachOnce } from '../each-once.ts';
import { WEBHOOK_EVENT_KINDS, type WebhookEventKind } from '../webhooks/event.ts';
import { count, dateTime, rowPage } from './scalars.ts';
import { visibleText } from './visible-text.ts';

const A_URL = 'an https:// URL of a public host';
/** A test is sent to its webhook, whatever that receives. */
const SUBSCRIBED = WEBHOOK_EVENT_KINDS.filter((kind) => kind !== 'webhook.test');
const A_KIND = `one of ${SUBSCRIBED.join(', ')}`;
const KINDS = `a list of 1 or more, each once, of ${SUBSCRIBED.join(', ')}`;

export const eventKind = z.enum(SUBSCRIBED as [WebhookEventKind, ...WebhookEventKind[]], { error: A_KIND });

/** The input for registering a webhook, over REST and as a tool. */
export const webhookTerms = {
  url: z
    .string({ error: A_URL })
    .min(1, { error: A_URL })
    .meta({ description: 'Address that events are posted to: https, a public host, no redirects.' }),
  label: visibleText.meta({ description: 'The owner’s label.' }),
  events: eachOnce(z.array(eventKind, { error: KINDS }).min(1, { error: KINDS }), KINDS).meta({
    description: 'Kinds of events that are sent.',
  }),
};

export const webhookRequest = z.strictObject(webhookTerms);
/** What an edit may change; the rest stays. */
export const webhookEdit = z.strictObject(webhookTerms).partial();

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
      'Address that events are posted to. Agents see only its scheme and host, because paths often contain a secret.',
  }),
  label: z.string(),
  events: z.array(z.string()),
  registrant: registrant.nullable().meta({
    description:
      'The credential of the agent that registered it; null for the owner. Nothing is sent once that credential is revoked or has expired. A rotated credential passes its webhooks on to its replacement.',
  }),
  created_at: dateTime,
  disabled_at: dateTime.nullable().meta({ description: 'When it was disabled; null while it is active.' }),
  disabled_reason: z.string().nullable(),
  dead_in_a_row: count.meta({ description: 'Failed deliveries since the last successful one.' }),
  dropped: count.meta({ description: 'Events that were dropped because 1000 were already waiting.' }),
});

export const webhookRegistered = z.strictObject({
  ...webhook.shape,
  secret: z.string().meta({ description: 'The key that signs deliveries, shown only once.' }),
});

export const webhookListAnswer = z.strictObject({ results: z.array(webhook) });
export const webhookDeleted = z.strictObject({ id: z.string(), deleted: z.literal(true) });

export const webhookDelivery = z.strictObject({
  id: z.int().nonnegative(),
  event_id: z.string(),
  kind: z.string(),
  status: z
    .enum(['pending', 'delivered', 'dead'])
    .meta({ description: 'dead: all attempts failed; it can be sent again.' }),
  attempts: count,
  http_status: z.int().nullable().meta({ description: 'HTTP status of the last attempt.' }),
  failure: z.string().nullable().meta({ description: 'Why the last attempt failed.' }),
  created_at: dateTime,
  next_at: dateTime.nullable().meta({ description: 'Time of the next attempt, while it is pending.' }),
  closed_at: dateTime.nullable().meta({ description: 'When it was delivered or failed finally.' }),
  body: z.string().meta({ description: 'The signed and sent body.' }),
});

export const webhookDeliveriesAnswer = rowPage(webhookDelivery);

export type WebhookAnswer = z.output<typeof webhook>;
export type WebhookRegistered = z.output<typeof webhookRegistered>;
export type WebhookListAnswer = z.output<typeof webhookListAnswer>;
export type WebhookDeleted = z.output<typeof webhookDeleted>;
export type WebhookDeliveryAnswer = z.output<typeof webhookDelivery>;
export type WebhookDeliveriesAnswer = z.output<typeof webhookDeliveriesAnswer>;
