import type { Clock } from '../../../core/kernel/clock.ts';
import type { Webhooks } from '../../state/webhooks/webhooks.ts';
import type { DestinationRules } from './destination.ts';

/** What owners and their agents look after webhooks with. */
export interface WebhooksContext {
  readonly webhooks: Webhooks;
  readonly rules: DestinationRules;
  /** The service's, that secrets follow from. */
  readonly key: Uint8Array;
  readonly clock: Clock;
}
