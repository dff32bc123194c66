/** What can happen to a pledge. */
export const ACTIVITY_KINDS = ['pledge', 'withdrawal', 'claim', 'refund'] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];
