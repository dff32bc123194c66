/** Limits of one request and of one client. */
export const LIMITS = {
  /** Reads have no body; operator endpoints set their own limit. */
  bodyBytes: 64 * 1024,
  /** Reward events of one request. */
  ingestBytes: 16 * 1024 * 1024,
  /** Concurrent requests with reward events: each is kept in memory until it is stored. */
  ingestsAtOnce: 2,
  /** Room for conditions on a hundred keys. */
  urlBytes: 8192,
  /** Time for a request to arrive in full. */
  requestMs: 15_000,
  keepAliveMs: 72_000,
  /** Requests per client and window, see `api/access/client-network.ts`. */
  requestsPerWindow: 6_000,
  windowMs: 10_000,
  /** Networks kept at a time. */
  networks: 20_000,
  /** Concurrent exports; each reads a whole listing. */
  exports: { total: 2, perClient: 1 },
  /** Concurrent SQL queries, those that wait included. */
  sql: { total: 4, perClient: 2 },
  /** Memory for cached answers. */
  readyBytes: 64 * 1024 * 1024,
} as const;
