import { claimableAt, type RewardFacts } from './rewards.ts';

/** Why a record of an open payout request may not be paid, each completing the sentence "record 17 …". */
export const UNPAYABLE_REASONS = {
  unknown: 'is not in the ledger',
  voided: 'was voided',
  paid: 'is paid already',
  held: 'is held for review',
  in_review: 'is in review again',
  repriced: 'was repriced',
  contested: 'is recorded as paid by a row that does not count (`launchlens rewards check`)',
} as const;

/** Why an open payout request as a whole may not be paid, each completing the sentence "request 17 …". */
export const UNPAYABLE_REQUEST_REASONS = {
  on_chain: 'is paid by a transfer that is on the chain',
  unseen: 'may be paid without the index knowing',
  mispaid: 'may be what a transfer was meant for that does not settle it',
  too_large: 'asks for more than one transfer can carry',
} as const;

export type UnpayableReason = keyof typeof UNPAYABLE_REASONS;

/** What a request fixed about a record when it was created, and the time of the check, in milliseconds. */
export interface PayableTerms {
  readonly amount: bigint;
  readonly now: number;
}

/**
 * Checks a record of an open request against the ledger; undefined if it may be paid. The amount of a request
 * never changes, so a record with another amount now may not be paid by it.
 */
export function unpayableReason(
  facts: RewardFacts | undefined,
  { amount, now }: PayableTerms,
): UnpayableReason | undefined {
  if (!facts) return 'unknown';
  if (facts.voided) return 'voided';
  if (facts.paid) return 'paid';
  if (facts.held) return 'held';
  if (now < claimableAt(facts)) return 'in_review';
  return facts.amount === amount ? undefined : 'repriced';
}
