import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { SlotBounds } from '../access/client-slots.ts';
import type { LimitMetrics } from '../access/limit-names.ts';
import { sharedSlots } from '../access/shared-slots.ts';

/**
 * Why a venue is asked: an owner is about to sign, a call with a credential, or a public quote. Each lane has its own
 * capacity.
 */
export type VenueLane = 'signing' | 'calls' | 'quotes';

/** On whose behalf a venue is asked. */
export interface VenueAsker {
  readonly lane: VenueLane;
  /** Whose share of the lane it takes: an owner's wallet, or a network for anonymous callers. */
  readonly client: string;
}

/** Concurrent requests to one venue. */
const BOUNDS: Readonly<Record<VenueLane, SlotBounds>> = {
  signing: { total: 16, perClient: 4 },
  calls: { total: 16, perClient: 4 },
  quotes: { total: 8, perClient: 2 },
};

/** Takes a slot of the capacity of one venue; call the result to release it. @throws VENUE_BUSY */
export type TakeVenueSlot = (asker: VenueAsker) => () => void;

export function venueLanes(venue: string, metrics: LimitMetrics | undefined): TakeVenueSlot {
  const slotsOf = (lane: VenueLane) =>
    sharedSlots({
      ...BOUNDS[lane],
      ...{ limit: `venue_${lane}`, metrics },
      refuse: ({ by, seconds }) => new LaunchlensError('VENUE_BUSY', { venue, by, seconds }),
    });
  const lanes = { signing: slotsOf('signing'), calls: slotsOf('calls'), quotes: slotsOf('quotes') };
  return ({ lane, client }) => lanes[lane](client);
}
