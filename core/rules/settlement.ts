import { requireU64 } from './range.ts';

/**
 * Launch tokens that a pledge is entitled to once its launch succeeded (specification, settlement rule 1):
 * floor(amount × tokenAllocation / totalPledged), one clearing rate for all. All three are u64 base units; their
 * product fits 128 bits. A launch on which nothing was pledged allocates nothing.
 *
 * @example pledgerEntitlement(1n, 10n, 3n) === 3n
 * @throws RULE_INPUT_OUT_OF_RANGE
 */
export function pledgerEntitlement(amount: bigint, tokenAllocation: bigint, totalPledged: bigint): bigint {
  requireU64('amount', amount);
  requireU64('token_allocation', tokenAllocation);
  requireU64('total_pledged', totalPledged);
  return totalPledged === 0n ? 0n : (amount * tokenAllocation) / totalPledged;
}

/** The terms that turn pledges into allocations, in base units. */
export interface SettlementTerms {
  readonly tokenAllocation: bigint;
  readonly totalPledged: bigint;
}

/** What a pledger may still claim from the vault, unlocked or not, in base units. */
export function stillOwed(entitlement: bigint, released: bigint): bigint {
  return entitlement > released ? entitlement - released : 0n;
}

/**
 * What floor division leaves in the vault. Negative only for contradictory accounts: pledges that sum to more
 * than `totalPledged`.
 */
export function roundingDust(tokenAllocation: bigint, allocatedTotal: bigint): bigint {
  return tokenAllocation - allocatedTotal;
}
