import { randomUUID } from 'node:crypto';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type {
  WebhookAnswer,
  WebhookDeleted,
  WebhookDeliveriesAnswer,
  WebhookDeliveryAnswer,
  WebhookListAnswer,
  WebhookRegistered,
} from '../../../schemas/rest/webhooks.ts';
import type { WebhookEventKind } from '../../../schemas/webhooks/event.ts';
import type { Webhook } from '../../state/webhooks/webhook.ts';
import type { DeliveryPage } from '../../state/webhooks/webhooks.ts';
import type { Actor } from '../control/context.ts';
import { newestFirst } from '../page.ts';
import { deliveryAnswer, endOfRegistrant, webhookAnswer } from './answers.ts';
import { type WebhooksContext, webhookSecret } from './context.ts';
import { checkedAddresses, webhookUrl } from './destination.ts';

const LONGEST_CHECK_MS = 5_000;

export interface WebhookTerms {
  readonly url: string;
  readonly label: string;
  readonly events: readonly WebhookEventKind[];
}

/**
 * A new webhook and its secret, shown only once. The address is checked now, and again right before every delivery. A
 * webhook registered by an agent ends with the agent's credential.
 * @throws WEBHOOK_URL_FORBIDDEN, WEBHOOKS_FULL
 */
export async function registerWebhook(
  context: WebhooksContext,
  actor: Actor,
  { url: text, label, events }: WebhookTerms,
): Promise<WebhookRegistered> {
  const { webhooks, rules, key, clock } = context;
  const { owner, agent } = actor;
  const url = webhookUrl(text, rules);
  await checkInTime(url, rules);
  const id = randomUUID();
  const webhook = { id, owner, url: url.href, label, events, createdAt: clock.now() };
  const added = await webhooks.add({ ...webhook, credentialId: agent?.credentialId });
  return { ...answerTo(context, actor, added), secret: webhookSecret(key, id) };
}

async function checkInTime(url: URL, rules: WebhooksContext['rules']): Promise<void> {
  const within = AbortSignal.timeout(LONGEST_CHECK_MS);
  try {
    await checkedAddresses(url, rules, within);
  } catch (error) {
    if (!within.aborted) throw error;
    const reason = 'its host name could not be looked up in time';
    throw new LaunchlensError('WEBHOOK_URL_FORBIDDEN', { reason }, error);
  }
}

export async function listWebhooks(context: WebhooksContext, actor: Actor): Promise<WebhookListAnswer> {
  const listed = await context.webhooks.list(actor.owner);
  return { results: listed.map((webhook) => answerTo(context, actor, webhook)) };
}

/**
 * Deletes a webhook with its pending deliveries. An agent deletes only those that its own credential registered: it must
 * not silence the owner. @throws WEBHOOK_UNKNOWN, WEBHOOK_OF_ANOTHER
 */
export async function deleteWebhook(
  context: WebhooksContext,
  { owner, agent }: Actor,
  id: string,
): Promise<WebhookDeleted> {
  if (!(await context.webhooks.remove({ id, owner }, agent?.credentialId))) {
    await foundWebhook(context, { owner }, id);
    throw new LaunchlensError('WEBHOOK_OF_ANOTHER', {});
  }
  return { id, deleted: true };
}

/** Turns it on again after it was disabled. Safe to repeat. @throws WEBHOOK_UNKNOWN, WEBHOOK_REGISTRANT_ENDED */
export async function enableWebhook(
  context: WebhooksContext,
  actor: Actor,
  id: string,
): Promise<WebhookAnswer> {
  const { owner } = actor;
  requireRegistrant(context, await foundWebhook(context, actor, id));
  const enabled = await context.webhooks.enable({ id, owner });
  if (!enabled) throw new LaunchlensError('WEBHOOK_UNKNOWN', {});
  return answerTo(context, actor, enabled);
}

type WebhookEdit = { readonly [Term in keyof WebhookTerms]?: WebhookTerms[Term] | undefined };

/** Changes address, label or events; what is left out stays. @throws WEBHOOK_UNKNOWN, WEBHOOK_URL_FORBIDDEN */
export async function editWebhook(
  context: WebhooksContext,
  actor: Actor,
  { id, url: text, ...change }: WebhookEdit & { readonly id: string },
): Promise<WebhookAnswer> {
  const { owner } = await foundWebhook(context, actor, id);
  const url = text === undefined ? undefined : webhookUrl(text, context.rules);
  if (url) await checkInTime(url, context.rules);
  const edited = await context.webhooks.edit({ id, owner }, { ...change, ...(url && { url: url.href }) });
  if (!edited) throw new LaunchlensError('WEBHOOK_UNKNOWN', {});
  return answerTo(context, actor, edited);
}

/** A new secret, shown only once: the earlier one signs nothing more. @throws WEBHOOK_UNKNOWN */
export async function rotateWebhookSecret(
  context: WebhooksContext,
  actor: Actor,
  id: string,
): Promise<WebhookRegistered> {
  const rotated = await context.webhooks.rotateSecret({ id, owner: actor.owner });
  if (!rotated) throw new LaunchlensError('WEBHOOK_UNKNOWN', {});
  const secret = webhookSecret(context.key, id, rotated.secretVersion);
  return { ...answerTo(context, actor, rotated), secret };
}

/** Sends an event of the kind `webhook.test`. @throws WEBHOOK_UNKNOWN, WEBHOOK_REGISTRANT_ENDED */
export async function testWebhook(
  context: WebhooksContext,
  actor: Actor,
  id: string,
): Promise<WebhookDeliveryAnswer> {
  const webhook = await foundWebhook(context, actor, id);
  requireRegistrant(context, webhook);
  const made = await context.webhooks.test({ id, owner: webhook.owner }, context.clock.now());
  if (!made) throw new LaunchlensError('WEBHOOK_UNKNOWN', {});
  return deliveryAnswer(made);
}

/** A webhook's sent, pending and dead deliveries, newest first. @throws WEBHOOK_UNKNOWN */
export async function listDeliveries(
  context: WebhooksContext,
  actor: Actor,
  { id, limit, ...page }: DeliveryPage & { readonly id: string },
): Promise<WebhookDeliveriesAnswer> {
  const { owner } = await foundWebhook(context, actor, id);
  const listed = (most: number) => context.webhooks.deliveries({ id, owner }, { ...page, limit: most });
  return newestFirst(limit, listed, deliveryAnswer);
}

/** Sends a dead delivery again. @throws DELIVERY_UNKNOWN, DELIVERY_NOT_DEAD, WEBHOOK_REGISTRANT_ENDED */
export async function resendDelivery(
  context: WebhooksContext,
  { owner }: Actor,
  { id, deliveryId }: { readonly id: string; readonly deliveryId: bigint },
): Promise<WebhookDeliveryAnswer> {
  const { webhooks, clock } = context;
  const webhook = await webhooks.find({ id, owner });
  if (webhook) requireRegistrant(context, webhook);
  const resent = await webhooks.resend({ id, owner }, deliveryId, clock.now());
  if (resent === undefined) throw new LaunchlensError('DELIVERY_UNKNOWN', {});
  if (typeof resent === 'string') throw new LaunchlensError('DELIVERY_NOT_DEAD', { status: resent });
  return deliveryAnswer(resent);
}

/** @throws WEBHOOK_UNKNOWN */
async function foundWebhook(
  { webhooks }: WebhooksContext,
  { owner }: Pick<Actor, 'owner'>,
  id: string,
): Promise<Webhook> {
  const webhook = await webhooks.find({ id, owner });
  if (!webhook) throw new LaunchlensError('WEBHOOK_UNKNOWN', {});
  return webhook;
}

/** Nothing is sent for an ended registrant, so nothing may look as if it were. @throws WEBHOOK_REGISTRANT_ENDED */
function requireRegistrant({ clock }: WebhooksContext, { registrant }: Webhook): void {
  const end = registrant && endOfRegistrant(registrant, clock.now());
  if (end) throw new LaunchlensError('WEBHOOK_REGISTRANT_ENDED', { end: end.reason });
}

function answerTo({ clock }: WebhooksContext, { agent }: Actor, webhook: Webhook): WebhookAnswer {
  return webhookAnswer(webhook, { byAgent: agent !== undefined, now: clock.now() });
}
