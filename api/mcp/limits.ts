const DAY_MS = 24 * 60 * 60_000;

/** Bounds of one request, one session and one client. */
export const MCP_LIMITS = {
  bodyBytes: 1024 * 1024,
  /** Deepest nesting of a message. */
  depth: 64,
  /** Most members and elements of a message, roughly. */
  values: 4096,
  /** Requests of one session that may be answered at the same time. */
  inFlight: 32,
  /** A session ends so long after it was opened. Nothing is held for it meanwhile. */
  sessionMs: 7 * DAY_MS,
  /** Streams that may be open in this process. */
  streams: 10_000,
  streamsPerClient: 500,
  /** Between two signs of life on an open stream. */
  heartbeatMs: 15_000,
  /** Between two looks whether open streams may stay open: twice within the time that a revocation may take. */
  streamWatchMs: 1_000,
} as const;
