export interface BackoffPolicy {
  readonly initialMs: number;
  readonly maximumMs: number;
  /** Injected randomness in [0, 1), so that a seeded run waits the same. */
  readonly random?: () => number;
}

/** Exponential delay before attempt `attempt` (0-based), with full jitter in its upper half. */
export function backoffDelay(
  attempt: number,
  { initialMs, maximumMs, random = Math.random }: BackoffPolicy,
): number {
  const ceiling = Math.min(maximumMs, initialMs * 2 ** Math.min(attempt, 30));
  return Math.round(ceiling / 2 + (ceiling / 2) * random());
}
