/** What happens to a record of the reward ledger. */
export const REWARD_EVENT_KINDS = ['accrued', 'priced', 'held', 'released', 'voided', 'paid'] as const;

export type RewardEventKind = (typeof REWARD_EVENT_KINDS)[number];
