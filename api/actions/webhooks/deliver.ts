import type { Clock } from '../../../core/kernel/clock.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import { backoffDelay } from '../../../core/kernel/retries.ts';
import type { Delivery } from '../../state/webhooks/delivery.ts';
import type { WebhookLease, WebhookLeases } from '../../state/webhooks/leases.ts';
import type { Measured } from '../measures.ts';
import { signatureHeader, webhookSecret } from './context.ts';
import type { SendMessage, SendOutcome } from './send.ts';

/** Attempts of one delivery, over about four hours. */
export const MOST_ATTEMPTS = 10;
const BACKOFF = { initialMs: 30_000, maximumMs: 7_200_000 };
/** The longest `Retry-After` that is honoured. */
const LONGEST_ASKED_MS = 3_600_000;
/** Serving stops before the lease ends. */
export const LEASE_MS = 60_000;
const SERVE_MS = 40_000;

export const WEBHOOK_MEASURES = {
  prefix: 'launchlens_webhooks',
  states: ['pending', 'dead', 'disabled'],
  counts: ['delivered', 'failedAttempts', 'givenUp', 'failures'],
} as const;

export interface DeliveryContext {
  readonly leases: WebhookLeases;
  readonly send: SendMessage;
  readonly key: Uint8Array;
  readonly stats: Measured<typeof WEBHOOK_MEASURES>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random?: () => number;
}

/**
 * Sends due deliveries to one webhook while it is active, one after another. A failed one waits for its next attempt and
 * blocks nothing. When the signal aborts, the delivery under way does not count as an attempt and is sent again.
 */
export async function serve(
  context: DeliveryContext,
  lease: WebhookLease,
  signal: AbortSignal,
): Promise<void> {
  const { clock, leases } = context;
  const until = clock.now() + SERVE_MS;
  try {
    for (const delivery of lease.due) {
      if (signal.aborted || clock.now() >= until || !(await leases.maySend(lease.webhookId, clock.now())))
        return;
      if (await attempt(context, lease, delivery, signal)) return;
    }
  } finally {
    await leases.release(lease.webhookId, clock.now());
  }
}

/** True if this disabled the webhook. */
async function attempt(
  context: DeliveryContext,
  lease: WebhookLease,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<boolean> {
  const { leases, send, clock, logger, stats } = context;
  const { webhookId, url } = lease;
  const headers = headersOf(context, lease, delivery);
  const outcome = await send({ url, headers, body: delivery.body }, signal);
  const at = clock.now();
  const nextAt = outcome.failure === undefined ? undefined : nextAttempt(context, delivery, outcome);
  const { httpStatus, failure } = outcome;
  const gone = httpStatus === 410;
  const disabled = await leases.attempted(webhookId, delivery.id, { at, httpStatus, failure, nextAt, gone });
  if (failure === undefined) stats.delivered += 1;
  else stats.failedAttempts += 1;
  if (failure !== undefined && nextAt === undefined) stats.givenUp += 1;
  if (disabled) logger.warn({ webhook: webhookId, failure }, 'a webhook was disabled');
  return disabled;
}

function headersOf(
  { key, clock }: DeliveryContext,
  { webhookId, secretVersion }: WebhookLease,
  { body, kind, eventId }: Delivery,
) {
  const seconds = Math.floor(clock.now() / 1000);
  return {
    'user-agent': 'Launchlens-Webhook/1',
    'x-launchlens-event': kind,
    'x-launchlens-event-id': eventId,
    'x-launchlens-signature': signatureHeader(webhookSecret(key, webhookId, secretVersion), seconds, body),
  };
}

/** When it is retried; undefined if it is given up. */
function nextAttempt(
  { clock, random }: DeliveryContext,
  { attempts }: Delivery,
  { final = false, askedFor = 0 }: SendOutcome,
): number | undefined {
  if (final || attempts + 1 >= MOST_ATTEMPTS) return undefined;
  const wait = backoffDelay(attempts, { ...BACKOFF, ...(random && { random }) });
  return clock.now() + Math.max(wait, Math.min(askedFor, LONGEST_ASKED_MS));
}
