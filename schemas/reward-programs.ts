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
