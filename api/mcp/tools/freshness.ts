interface FreshnessArguments {
  readonly as_of_slot?: bigint | undefined;
  readonly min_slot?: bigint | undefined;
  readonly max_lag_slots?: number | undefined;
}

/** The slot that a question is about, and how fresh its answer has to be, as the actions take it. */
export function freshnessOf({ as_of_slot, min_slot, max_lag_slots }: FreshnessArguments) {
  return { asOfSlot: as_of_slot, minSlot: min_slot, maxLagSlots: max_lag_slots };
}
