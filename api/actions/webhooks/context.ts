import { createHmac } from 'node:crypto';
import type { Clock } from '../../../core/kernel/clock.ts';
import type { Webhooks } from '../../state/webhooks/webhooks.ts';
import type { DestinationRules } from './destination.ts';

export interface WebhooksContext {
  readonly webhooks: Webhooks;
  readonly rules: DestinationRules;
  readonly key: Uint8Array;
  readonly clock: Clock;
}

/** The signing key of a webhook's deliveries: derived from a key of the service, and stored nowhere. */
export function webhookSecret(key: Uint8Array, webhookId: string, version = 0): string {
  const name = version === 0 ? `webhook ${webhookId}` : `webhook ${webhookId} ${version}`;
  return `whsec_${createHmac('sha256', key).update(name).digest('base64url')}`;
}

/** The signature header of one attempt, at a time in Unix seconds: `t=<time>,v1=<HMAC-SHA-256 of "<time>.<body>">`. */
export function signatureHeader(secret: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
