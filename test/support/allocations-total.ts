import { pledgerEntitlement } from '../../core/rules/settlement.ts';

/** What all pledges of one launch are entitled to, in base units. */
export function allocationsTotal(
  amounts: Iterable<bigint>,
  { tokenAllocation, totalPledged }: { readonly tokenAllocation: bigint; readonly totalPledged: bigint },
): bigint {
  let total = 0n;
  for (const amount of amounts) total += pledgerEntitlement(amount, tokenAllocation, totalPledged);
  return total;
}
