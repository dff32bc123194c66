import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { ClientSlots, SLOT_RETRY_SECONDS, type SlotBounds } from './client-slots.ts';
import type { LimitMetrics, LimitName } from './limit-names.ts';

/**
 * Takes a slot for a client; call the result to release it. @throws CLIENT_SHARE_USED, and another error if all are
 * taken
 */
export type TakeSlot = (client: string) => () => void;

export interface SharedSlotsOptions extends SlotBounds {
  readonly limit: LimitName;
  readonly metrics: LimitMetrics;
  /** The name of the slots in the refusal of a client that has used its share. */
  readonly what: string;
  /** The refusal if all slots are taken. */
  readonly full: (taken: number) => LaunchlensError;
}

/** Slots shared among clients, whose refusals are counted. */
export function sharedSlots({ limit, metrics, what, full, ...bounds }: SharedSlotsOptions): TakeSlot {
  const slots = new ClientSlots(bounds);
  return (client) => {
    const refusal = slots.refusal(client);
    if (refusal === undefined) return slots.take(client);
    metrics.limited(limit);
    if (refusal === 'total') throw full(slots.taken);
    throw new LaunchlensError('CLIENT_SHARE_USED', { what, seconds: SLOT_RETRY_SECONDS });
  };
}
