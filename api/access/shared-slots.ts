import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { ClientSlots, SLOT_RETRY_SECONDS, type SlotBounds, type SlotRefusal } from './client-slots.ts';
import type { LimitMetrics, LimitName } from './limit-names.ts';

/** Takes a slot for a client; call the result to release it. @throws the error of the refusal */
export type TakeSlot = (client: string) => () => void;

export interface RefusedSlot {
  readonly by: SlotRefusal;
  /** Slots that all clients hold. */
  readonly taken: number;
  /** When to try again. */
  readonly seconds: number;
}

export interface SharedSlotsOptions extends SlotBounds {
  readonly limit: LimitName;
  /** Counts refusals; without it, nobody does. */
  readonly metrics: LimitMetrics | undefined;
  readonly refuse: (refused: RefusedSlot) => LaunchlensError;
}

/** Slots shared among clients, whose refusals are counted. */
export function sharedSlots({ limit, metrics, refuse, ...bounds }: SharedSlotsOptions): TakeSlot {
  const slots = new ClientSlots(bounds);
  return (client) => {
    const by = slots.refusal(client);
    if (by === undefined) return slots.take(client);
    metrics?.limited(limit);
    throw refuse({ by, taken: slots.taken, seconds: SLOT_RETRY_SECONDS });
  };
}

/** Refuses a client that has used its share with CLIENT_SHARE_USED, and everyone with `full` if all slots are taken. */
export function shareUsedOr(
  what: string,
  full: (taken: number) => LaunchlensError,
): SharedSlotsOptions['refuse'] {
  return ({ by, taken, seconds }) =>
    by === 'total' ? full(taken) : new LaunchlensError('CLIENT_SHARE_USED', { what, seconds });
}
