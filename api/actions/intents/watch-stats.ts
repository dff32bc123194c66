/** Live figures of the following of intents of one process. */
export interface IntentWatchStats {
  confirmed: number;
  failed: number;
  expired: number;
  /** Times that a transaction was sent again. */
  resent: number;
  /** Submitted ones that wait for the chain, at the last look; undefined before it. */
  waiting: number | undefined;
  failures: number;
}

export function createIntentWatchStats(): IntentWatchStats {
  return { confirmed: 0, failed: 0, expired: 0, resent: 0, waiting: undefined, failures: 0 };
}
