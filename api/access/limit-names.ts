/** The limits whose refusals are counted, as docs/security.md explains them. */
export const LIMIT_NAMES = [
  'requests',
  'endpoint_requests',
  'mcp_streams',
  'subscriptions',
  'exports',
  'slow_exports',
  'sql',
  'history',
  'arguments',
  'chain_reads',
  'backtests',
  'venue_signing',
  'venue_calls',
  'venue_quotes',
] as const;

export type LimitName = (typeof LIMIT_NAMES)[number];

export interface LimitMetrics {
  /** Counts one refusal by a limit. */
  limited(limit: LimitName): void;
}
