import type { SlotRequest } from '../actions/freshness.ts';

/** The values of `slotParameters`, by their names in a query. */
export interface SlotValues {
  readonly as_of_slot: bigint | undefined;
  readonly min_slot: bigint | undefined;
  readonly max_lag_slots: bigint | undefined;
}

export function slotRequest({ as_of_slot, min_slot, max_lag_slots }: SlotValues): SlotRequest {
  return { asOfSlot: as_of_slot, minSlot: min_slot, maxLagSlots: max_lag_slots };
}
