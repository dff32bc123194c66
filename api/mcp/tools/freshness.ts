import type { SlotRequest } from '../../actions/freshness.ts';

interface FreshnessArguments {
  readonly as_of_slot?: bigint | undefined;
  readonly min_slot?: bigint | undefined;
  readonly max_lag_slots?: bigint | undefined;
}

export function slotRequest({ as_of_slot, min_slot, max_lag_slots }: FreshnessArguments): SlotRequest {
  return { asOfSlot: as_of_slot, minSlot: min_slot, maxLagSlots: max_lag_slots };
}

/** Asks for a second part of an answer at the very slot of the first. */
export function atSlotOf({ last_indexed_slot: slot }: { readonly last_indexed_slot: number }): SlotRequest {
  return { asOfSlot: BigInt(slot) };
}
