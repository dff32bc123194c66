import { requireI64, requireU32, requireU128 } from './range.ts';

/** The release schedule of a LaunchConfig. Times are Unix seconds. */
export interface ReleaseSchedule {
  /** `release_start_ts`, i64. */
  readonly startTs: bigint;
  /** `release_cliff_seconds`, u32, counted from `startTs`. */
  readonly cliffSeconds: number;
  /** `release_duration_seconds`, u32, counted from `startTs`; 0 unlocks all at the cliff. */
  readonly durationSeconds: number;
}

export interface ReleaseWindow {
  readonly startTs: bigint;
  /** Before this second nothing is unlocked. */
  readonly cliffTs: bigint;
  /** From this second on everything is unlocked. */
  readonly endTs: bigint;
}

const FULL_BPS = 10_000n;

/** @throws RULE_INPUT_OUT_OF_RANGE */
export function releaseWindow({ startTs, cliffSeconds, durationSeconds }: ReleaseSchedule): ReleaseWindow {
  requireI64('release_start_ts', startTs);
  requireU32('release_cliff_seconds', cliffSeconds);
  requireU32('release_duration_seconds', durationSeconds);
  const cliffTs = startTs + BigInt(cliffSeconds);
  const linearEnd = startTs + BigInt(durationSeconds);
  return { startTs, cliffTs, endTs: linearEnd > cliffTs ? linearEnd : cliffTs };
}

/**
 * How much of `entitlement` (base units) is unlocked at `now` (Unix seconds; by convention the block time of the
 * answer's slot): nothing before the cliff, then floor(entitlement × elapsed / duration), at most the entitlement.
 *
 * @example unlockedAmount(100n, { startTs: 0n, cliffSeconds: 10, durationSeconds: 40 }, 10n) === 25n
 * @throws RULE_INPUT_OUT_OF_RANGE
 */
export function unlockedAmount(entitlement: bigint, schedule: ReleaseSchedule, now: bigint): bigint {
  requireU128('entitlement', entitlement);
  requireI64('now', now);
  const { startTs, cliffTs, endTs } = releaseWindow(schedule);
  if (now < cliffTs) return 0n;
  if (now >= endTs) return entitlement;
  return (entitlement * (now - startTs)) / BigInt(schedule.durationSeconds);
}

/** The unlocked share in basis points, 0 to 10000, rounded down. @throws RULE_INPUT_OUT_OF_RANGE */
export function unlockedBps(schedule: ReleaseSchedule, now: bigint): number {
  return Number(unlockedAmount(FULL_BPS, schedule, now));
}

/** What a wallet may claim now, in base units: the unlocked amount minus what it has already received. */
export function claimable(unlocked: bigint, released: bigint): bigint {
  return unlocked > released ? unlocked - released : 0n;
}
