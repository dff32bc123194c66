/** Bounds of one request, one session and one address. */
export const MCP_LIMITS = {
  bodyBytes: 1024 * 1024,
  /** Deepest nesting of a message. */
  depth: 64,
  /** Most members and elements of a message, roughly. */
  values: 4096,
  /** Requests of one session that may be answered at the same time. */
  inFlight: 32,
  /** A session unused for so long ends. */
  idleMs: 30 * 60_000,
  sessions: 20_000,
  sessionsPerAddress: 2_000,
  /** Between two signs of life on an open stream. */
  heartbeatMs: 15_000,
} as const;
