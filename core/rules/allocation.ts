import { claimable, type ReleaseSchedule, unlockedAmount } from './release.ts';
import { pledgerEntitlement, type SettlementTerms } from './settlement.ts';

/** One wallet's share of a launch that succeeded, in launch-mint base units. */
export interface Allocation {
  readonly entitlement: bigint;
  readonly unlocked: bigint;
  readonly released: bigint;
  readonly claimable: bigint;
}

export interface AllocationInput {
  readonly pledge: { readonly amount: bigint; readonly tokensReleased: bigint };
  readonly terms: SettlementTerms;
  readonly schedule: ReleaseSchedule;
  /** Unix seconds: the block time of the answer's slot. */
  readonly now: bigint;
}

/** The `allocation` block of a wallet's answer. @throws RULE_INPUT_OUT_OF_RANGE */
export function allocationAt({ pledge, terms, schedule, now }: AllocationInput): Allocation {
  const entitlement = pledgerEntitlement(pledge.amount, terms.tokenAllocation, terms.totalPledged);
  const unlocked = unlockedAmount(entitlement, schedule, now);
  const released = pledge.tokensReleased;
  return { entitlement, unlocked, released, claimable: claimable(unlocked, released) };
}
