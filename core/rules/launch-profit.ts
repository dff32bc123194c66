/** What a wallet put into a launch and got out of it. Amounts of the launch token and of the pledge token. */
export interface LaunchPart {
  /** In the pledge token. */
  readonly pledged: bigint;
  /** Launch tokens that the pledge bought. */
  readonly allocated: bigint;
  /** Launch tokens that were sold for the pledge token. */
  readonly sold: bigint;
  /** The pledge tokens that came in for them. */
  readonly proceeds: bigint;
}

export interface PartProfit {
  /** Undefined if more was sold than allocated: what the rest cost is unknown. */
  readonly realised: bigint | undefined;
  readonly unsold: bigint;
  /** What the unsold launch tokens cost, in the pledge token. */
  readonly unsoldCost: bigint;
}

/** Every launch token cost the same, so a part of the tokens cost that part of the pledge, rounded up when sold. */
export function profitOf({ pledged, allocated, sold, proceeds }: LaunchPart): PartProfit {
  if (sold > allocated) return { realised: undefined, unsold: 0n, unsoldCost: 0n };
  const soldCost = allocated === 0n ? 0n : (pledged * sold + allocated - 1n) / allocated;
  return { realised: proceeds - soldCost, unsold: allocated - sold, unsoldCost: pledged - soldCost };
}
