import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PledgeTable } from '../../../../api/read/latest/pledge-table.ts';
import { RunningTotals } from '../../../../api/read/latest/running-totals.ts';
import type { LaunchState, PledgeTotals } from '../../../../api/read/model.ts';
import { refundTotals } from '../../../../core/rules/refunds.ts';
import { pledgerEntitlement } from '../../../../core/rules/settlement.ts';
import { allocationsTotal } from '../../../support/allocations-total.ts';
import { keyOf } from '../../../support/index-builder.ts';

const u64 = fc.bigInt(0n, 2n ** 64n - 1n);
const terms = (tokenAllocation: bigint, totalPledged: bigint) =>
  ({ tokenAllocation, totalPledged }) as unknown as LaunchState;

const step = fc.record({
  pledger: fc.constantFrom('a', 'b', 'c', 'd'),
  updatedSlot: fc.bigInt(1n, 9n),
  amount: u64,
  tokensReleased: u64,
  refunded: fc.boolean(),
  closed: fc.boolean(),
  /** Whether somebody asks for the totals after this step. */
  asks: fc.boolean(),
});

function recounted(launch: LaunchState, pledges: PledgeTable): PledgeTotals {
  const weights = [...pledges.weights()];
  const allocatedTotal = allocationsTotal(
    weights.map(({ amount }) => amount),
    launch,
  );
  const releasedTotal = weights.reduce((sum, { tokensReleased }) => sum + tokensReleased, 0n);
  const owedTotal = weights.reduce((sum, { amount, tokensReleased }) => {
    const rest = pledgerEntitlement(amount, launch.tokenAllocation, launch.totalPledged) - tokensReleased;
    return rest > 0n ? sum + rest : sum;
  }, 0n);
  return { allocatedTotal, releasedTotal, owedTotal, ...refundTotals(weights) };
}

describe('running totals', () => {
  test('equal a recount after any run of changes, also when the terms change in between', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.tuple(u64, u64, u64, u64), (steps, [a, b, c, d]) => {
        const pledges = new PledgeTable();
        const totals = new RunningTotals();
        steps.forEach((version, index) => {
          const change = pledges.apply({
            ...version,
            launchId: 1n,
            pledger: keyOf(version.pledger),
            address: keyOf('address'),
            pledgedTs: 0n,
          });
          if (change) totals.follow(change);
          const launch = index < steps.length / 2 ? terms(a, b) : terms(c, d);
          if (version.asks) expect(totals.of(launch, pledges)).toEqual(recounted(launch, pledges));
        });
        expect(totals.of(terms(c, d), pledges)).toEqual(recounted(terms(c, d), pledges));
      }),
    );
  });
});
