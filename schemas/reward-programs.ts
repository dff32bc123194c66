/** The reward programmes of the specification (RewardProgram). */
export const REWARD_PROGRAMS = [
  'referral',
  'clone',
  'integrator',
  'signup_bonus',
  'hive_contribution',
  'distribution',
  'season',
] as const;

export type RewardProgram = (typeof REWARD_PROGRAMS)[number];

/** What keeps a reward record pending: the normal window, a hold for review, or a programme that never pays. */
export const PENDING_REASONS = ['review_window', 'held', 'contribution_credit'] as const;

export type PendingReason = (typeof PENDING_REASONS)[number];
