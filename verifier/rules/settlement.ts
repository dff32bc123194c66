/**
 * A pledger's allocation: floor(pledge_amount * token_allocation / total_pledged). The program computes it in
 * 128-bit integers, where the product of two u64 always fits; bigints give the same number.
 */
export function entitlement(amount: bigint, tokenAllocation: bigint, totalPledged: bigint): bigint {
  return totalPledged === 0n ? 0n : (amount * tokenAllocation) / totalPledged;
}

export interface ReleaseSchedule {
  readonly release_start_ts: bigint;
  readonly release_cliff_seconds: number;
  readonly release_duration_seconds: number;
}

/**
 * Unlocked part of an entitlement at `now` (Unix seconds): nothing before the cliff, then linear over the duration
 * counted from the start of the schedule; with no duration, all of it at the cliff.
 */
export function unlocked(total: bigint, schedule: ReleaseSchedule, now: bigint): bigint {
  const elapsed = now - schedule.release_start_ts;
  const duration = BigInt(schedule.release_duration_seconds);
  if (elapsed < BigInt(schedule.release_cliff_seconds) || elapsed < 0n) return 0n;
  return elapsed >= duration ? total : (total * elapsed) / duration;
}

interface Allocated {
  readonly token_allocation: bigint;
  readonly total_pledged: bigint;
}

interface Claimed {
  readonly amount: bigint;
  readonly tokens_released: bigint;
}

/** Tokens that pledgers may still claim: what is allocated to each and not released. */
export function stillOwed(
  { token_allocation, total_pledged }: Allocated,
  pledges: readonly Claimed[],
): bigint {
  return pledges.reduce((sum, { amount, tokens_released }) => {
    const rest = entitlement(amount, token_allocation, total_pledged) - tokens_released;
    return rest > 0n ? sum + rest : sum;
  }, 0n);
}
