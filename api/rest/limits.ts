/** Bounds of one request and of one client. */
export const LIMITS = {
  /** A read has no body; operator endpoints set their own bound. */
  bodyBytes: 64 * 1024,
  /** Reward events of one request. */
  ingestBytes: 16 * 1024 * 1024,
  /** Requests with reward events at a time: each is held in memory until it is stored. */
  ingestsAtOnce: 2,
  urlBytes: 2048,
  /** Time for a request to arrive in full. */
  requestMs: 15_000,
  keepAliveMs: 72_000,
  /** Most requests of one client in one window, see `api/access/client-network.ts`. */
  requestsPerWindow: 6_000,
  windowMs: 10_000,
  /** Networks remembered at a time. */
  networks: 20_000,
  /** Exports that run at a time; each reads a whole listing. */
  exports: { total: 2, perClient: 1 },
  /** Memory for ready answers. */
  readyBytes: 64 * 1024 * 1024,
} as const;
