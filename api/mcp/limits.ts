const DAY_MS = 24 * 60 * 60_000;

/** Limits of one request, one session and one client. */
export const MCP_LIMITS = {
  bodyBytes: 1024 * 1024,
  /** A form of the authorization server. */
  formBytes: 8 * 1024,
  /** Deepest nesting of a message. */
  depth: 64,
  /** The approximate maximum of members and elements in a message. */
  values: 4096,
  /** Requests of one session that may be answered at the same time. */
  inFlight: 32,
  /** A session's lifetime. No state is kept for it meanwhile. */
  sessionMs: 7 * DAY_MS,
  /** Open streams in this process. */
  streams: 10_000,
  streamsPerClient: 500,
  /** The heartbeat interval of an open stream. */
  heartbeatMs: 15_000,
  /** The interval for checking open streams: twice within the time that a revocation may take. */
  streamWatchMs: 1_000,
} as const;
