/** The states of a payout request (specification); `requested` is open. */
export const PAYOUT_STATUSES = ['requested', 'settled', 'failed'] as const;

export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];
