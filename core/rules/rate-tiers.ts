/** The rate tier of a credential: `paired` unless an operator granted more. */
export const RATE_TIERS = ['paired', 'elevated'] as const;

export type RateTier = (typeof RATE_TIERS)[number];
