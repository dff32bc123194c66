import { randomUUID } from 'node:crypto';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type {
  WebhookAnswer,
  WebhookDeleted,
  WebhookDeliveriesAnswer,
  WebhookDeliveryAnswer,
  WebhookListAnswer,
  WebhookRegistered,
} from '../../../schemas/rest/webhooks.ts';
import type { WebhookEventKind } from '../../../schemas/webhooks/event.ts';
import type { DeliveryPage } from '../../state/webhooks/webhooks.ts';
import { newestFirst } from '../newest-first.ts';
import { deliveryAnswer, webhookAnswer } from './answers.ts';
import type { WebhooksContext } from './context.ts';
import { checkedAddresses, webhookUrl } from './destination.ts';
import { webhookSecret } from './secret.ts';

const LONGEST_CHECK_MS = 5_000;

export interface WebhookTerms {
  readonly url: string;
  readonly label: string;
  readonly events: readonly WebhookEventKind[];
}

/**
 * A new webhook and its secret, shown this once. The address is checked now, and again right before every delivery.
 * @throws WEBHOOK_URL_FORBIDDEN, WEBHOOKS_FULL
 */
export async function registerWebhook(
  { webhooks, rules, key, clock }: WebhooksContext,
  owner: Pubkey,
  { url: text, label, events }: WebhookTerms,
): Promise<WebhookRegistered> {
  const url = webhookUrl(text);
  await checkInTime(url, rules);
  const id = randomUUID();
  const webhook = { id, owner, url: url.href, label, events, createdAt: clock.now() };
  return { ...webhookAnswer(await webhooks.add(webhook)), secret: webhookSecret(key, id) };
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

export async function listWebhooks({ webhooks }: WebhooksContext, owner: Pubkey): Promise<WebhookListAnswer> {
  return { results: (await webhooks.list(owner)).map(webhookAnswer) };
}

/** Ends a webhook, with everything that waits for it. @throws WEBHOOK_UNKNOWN */
export async function deleteWebhook(
  { webhooks }: WebhooksContext,
  owner: Pubkey,
  id: string,
): Promise<WebhookDeleted> {
  if (!(await webhooks.remove({ id, owner }))) throw new LaunchlensError('WEBHOOK_UNKNOWN', {});
  return { id, deleted: true };
}

/** Sends to it again after it was disabled. Safe to repeat. @throws WEBHOOK_UNKNOWN */
export async function enableWebhook(
  { webhooks }: WebhooksContext,
  owner: Pubkey,
  id: string,
): Promise<WebhookAnswer> {
  const enabled = await webhooks.enable({ id, owner });
  if (!enabled) throw new LaunchlensError('WEBHOOK_UNKNOWN', {});
  return webhookAnswer(enabled);
}

/** What was sent to a webhook, waits or was given up, newest first. @throws WEBHOOK_UNKNOWN */
export async function listDeliveries(
  { webhooks }: WebhooksContext,
  owner: Pubkey,
  { id, limit, ...page }: DeliveryPage & { readonly id: string },
): Promise<WebhookDeliveriesAnswer> {
  if (!(await webhooks.find({ id, owner }))) throw new LaunchlensError('WEBHOOK_UNKNOWN', {});
  const listed = (most: number) => webhooks.deliveries({ id, owner }, { ...page, limit: most });
  return newestFirst(limit, listed, deliveryAnswer);
}

/** Sends a delivery that was given up again. @throws DELIVERY_UNKNOWN, DELIVERY_NOT_DEAD */
export async function resendDelivery(
  { webhooks, clock }: WebhooksContext,
  owner: Pubkey,
  { id, deliveryId }: { readonly id: string; readonly deliveryId: bigint },
): Promise<WebhookDeliveryAnswer> {
  const resent = await webhooks.resend({ id, owner }, deliveryId, clock.now());
  if (resent === undefined) throw new LaunchlensError('DELIVERY_UNKNOWN', {});
  if (typeof resent === 'string') throw new LaunchlensError('DELIVERY_NOT_DEAD', { status: resent });
  return deliveryAnswer(resent);
}
