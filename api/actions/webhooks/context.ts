import type { Clock } from '../../../core/kernel/clock.ts';
import type { Webhooks } from '../../state/webhooks/webhooks.ts';
import type { DestinationRules } from './destination.ts';

/** The dependencies for managing webhooks. */
export interface WebhooksContext {
  readonly webhooks: Webhooks;
  readonly rules: DestinationRules;
  /** The service's key, from which secrets are derived. */
  readonly key: Uint8Array;
  readonly clock: Clock;
}
