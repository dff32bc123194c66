/** How much a credential may ask for: `paired` unless the staff granted more. */
export const RATE_TIERS = ['paired', 'elevated'] as const;

export type RateTier = (typeof RATE_TIERS)[number];
