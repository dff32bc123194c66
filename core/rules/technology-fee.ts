import { requireU64 } from './range.ts';

const FULL_BPS = 10_000n;

/**
 * The technology fee on an amount, in base units of the same mint: floor(amount × bps / 10000), so rounding never
 * costs the owner. @throws RULE_INPUT_OUT_OF_RANGE
 */
export function technologyFee(amount: bigint, bps: number): bigint {
  requireU64('amount', amount);
  return (amount * BigInt(bps)) / FULL_BPS;
}
