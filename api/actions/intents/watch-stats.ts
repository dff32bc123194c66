/** Live counters for following the intents of one process. */
export interface IntentWatchStats {
  confirmed: number;
  failed: number;
  expired: number;
  /** Transactions sent again. */
  resent: number;
  /** Submitted intents that wait for the chain, at the last check; undefined before it. */
  waiting: number | undefined;
  failures: number;
}

export function createIntentWatchStats(): IntentWatchStats {
  return { confirmed: 0, failed: 0, expired: 0, resent: 0, waiting: undefined, failures: 0 };
}
