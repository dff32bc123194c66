import { describe, expect, test } from 'vitest';
import { escrowRequired, refundTotals } from '../../../core/rules/refunds.ts';

const pledges = [
  { amount: 2n ** 64n - 1n, refunded: false },
  { amount: 5n, refunded: true },
  { amount: 7n, refunded: true },
];

describe('the refunds of a failed launch', () => {
  test('owe every pledge back, refunded already or not, past u64 when the sum needs it', () => {
    expect(refundTotals(pledges)).toEqual({
      refundableTotal: 2n ** 64n + 11n,
      refundedTotal: 12n,
      refundedCount: 2,
    });
  });

  test('are all zero where nobody pledged', () => {
    expect(refundTotals([])).toEqual({ refundableTotal: 0n, refundedTotal: 0n, refundedCount: 0 });
  });
});

describe('what the escrow must hold', () => {
  test.each(['pending', 'active', 'succeeded', 'failed'] as const)(
    'is the sum of un-refunded pledges while the launch is %s',
    (status) => {
      expect(escrowRequired(status, pledges)).toBe(2n ** 64n - 1n);
    },
  );

  test('is nothing once the raise was collected', () => {
    expect(escrowRequired('finalized', pledges)).toBe(0n);
  });
});
