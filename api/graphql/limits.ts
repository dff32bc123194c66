/** Limits of one GraphQL request. A refusal names the limit. */
export const GRAPHQL_LIMITS = {
  bodyBytes: 32 * 1024,
  tokens: 1_000,
  /** Levels of fields, except introspection. */
  depth: 10,
  aliases: 30,
  /** See `request/cost.ts` for what is counted. */
  cost: 50_000,
  executionMs: 20_000,
} as const;

/** Limits of memory and connections. */
export const GRAPHQL_CAPACITY = {
  documentBytes: 16 * 1024 * 1024,
  /** Texts of persisted documents. */
  persistedBytes: 4 * 1024 * 1024,
  answerBytes: 64 * 1024 * 1024,
  compiled: 500,
  subscribers: 1_000,
  subscribersPerClient: 100,
  /** Events that may wait for one subscriber. */
  eventsWaiting: 32,
  heartbeatMs: 15_000,
  /** Time for a dropped subscriber to read the reason. */
  farewellMs: 15_000,
} as const;
