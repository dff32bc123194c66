/** Terms of a release, as in a LaunchConfig. Unix seconds and seconds. */
export interface ReleaseTerms {
  readonly startTs: bigint;
  readonly cliffSeconds: bigint;
  readonly durationSeconds: bigint;
}

export interface ReleasePoint {
  /** Unix seconds. */
  readonly time: bigint;
  /** Basis points of the entitlement, truncated. */
  readonly unlockedBps: bigint;
}

const FULL = 10_000n;

/**
 * The corners of a release: nothing before the cliff, then the share of the time since the start, then linear up to the
 * end. A test compares them with the rule that answers use.
 */
export function releaseCorners({ startTs, cliffSeconds, durationSeconds }: ReleaseTerms): ReleasePoint[] {
  const cliff = startTs + cliffSeconds;
  const end = startTs + (durationSeconds > cliffSeconds ? durationSeconds : cliffSeconds);
  const atCliff = cliff >= end ? FULL : (FULL * cliffSeconds) / durationSeconds;
  return [
    { time: startTs, unlockedBps: 0n },
    { time: cliff, unlockedBps: 0n },
    { time: cliff, unlockedBps: atCliff },
    { time: end, unlockedBps: FULL },
  ];
}
