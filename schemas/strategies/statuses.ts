/**
 * The status of a strategy. Nothing watches a stored one: its kind is not run, or it was never started. Completed and
 * cancelled are final.
 */
export const STRATEGY_STATUSES = ['stored', 'active', 'paused', 'completed', 'cancelled'] as const;
export type StrategyStatus = (typeof STRATEGY_STATUSES)[number];
