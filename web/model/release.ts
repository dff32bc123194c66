/** Terms of a release, as a LaunchConfig has them. Unix seconds and seconds. */
export interface ReleaseTerms {
  readonly startTs: bigint;
  readonly cliffSeconds: bigint;
  readonly durationSeconds: bigint;
}

export interface ReleasePoint {
  /** Unix seconds. */
  readonly time: bigint;
  /** Basis points of the entitlement, cut. */
  readonly unlockedBps: bigint;
}

const FULL = 10_000n;

/**
 * The corners of a release: nothing before the cliff, there what the time since the start is worth, and then evenly up to
 * the end. A test holds them to the rule that answers are computed by.
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
