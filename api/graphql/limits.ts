/** Bounds of one request at the GraphQL door. A refusal names the bound. */
export const GRAPHQL_LIMITS = {
  bodyBytes: 32 * 1024,
  tokens: 1_000,
  /** Levels of fields, introspection aside. */
  depth: 10,
  aliases: 30,
  /** See `request/cost.ts` for what is counted. */
  cost: 50_000,
  executionMs: 20_000,
} as const;

/** Memory and connections that the door may take. */
export const GRAPHQL_CAPACITY = {
  documentBytes: 16 * 1024 * 1024,
  /** Texts of documents that clients name by hash. */
  persistedBytes: 4 * 1024 * 1024,
  answerBytes: 64 * 1024 * 1024,
  compiled: 500,
  subscribers: 1_000,
  subscribersPerClient: 100,
  /** Events that may wait for one subscriber. */
  eventsWaiting: 32,
  heartbeatMs: 15_000,
  /** Time for a subscriber that was dropped to read why. */
  farewellMs: 15_000,
} as const;
