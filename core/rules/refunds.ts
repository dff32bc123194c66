import type { LaunchStatus } from '../../schemas/launch-statuses.ts';

export interface RefundablePledge {
  /** Pledge-mint base units; stays the pledged amount after the refund. */
  readonly amount: bigint;
  readonly refunded: boolean;
}

export interface RefundTotals {
  /** Every pledge owed back, whether refunded yet or not. */
  readonly refundableTotal: bigint;
  readonly refundedTotal: bigint;
  readonly refundedCount: number;
}

/** The `refunds` block of a failed launch (specification, settlement rule 2: each pledger reclaims all). */
export function refundTotals(pledges: Iterable<RefundablePledge>): RefundTotals {
  let refundableTotal = 0n;
  let refundedTotal = 0n;
  let refundedCount = 0;
  for (const { amount, refunded } of pledges) {
    refundableTotal += amount;
    if (!refunded) continue;
    refundedTotal += amount;
    refundedCount += 1;
  }
  return { refundableTotal, refundedTotal, refundedCount };
}

/**
 * The minimum balance of the escrow account (specification, settlement rule 3): the sum of un-refunded pledges,
 * and nothing once the raise was collected. Anyone can send tokens in, so a surplus is not a contradiction.
 */
export function escrowRequired(status: LaunchStatus, pledges: Iterable<RefundablePledge>): bigint {
  if (status === 'finalized') return 0n;
  const { refundableTotal, refundedTotal } = refundTotals(pledges);
  return refundableTotal - refundedTotal;
}
