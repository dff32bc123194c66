import fc from 'fast-check';
import { expect, test } from 'vitest';
import { requireWithinSlippage } from '../../../api/venues/ask.ts';

const accepted = (amount: bigint, minimum: bigint, bps: number | undefined): boolean => {
  try {
    requireWithinSlippage('lending', { receives: { asset: 'USD', amount, minimum } }, bps);
    return true;
  } catch {
    return false;
  }
};

test('a quoted minimum is never zero, never above the quote, and never below what the slippage allows', () => {
  const amounts = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n });
  fc.assert(
    fc.property(amounts, amounts, fc.integer({ min: 0, max: 1_000 }), (amount, minimum, bps) => {
      const allowed = minimum <= amount && minimum >= (amount * BigInt(10_000 - bps)) / 10_000n;
      expect(accepted(amount, minimum, bps)).toBe(allowed);
    }),
  );
  expect(accepted(1n, 0n, 1_000)).toBe(false);
});

test('without a slippage the venue sets the minimum, but not to zero', () => {
  expect(accepted(5n, 4n, undefined)).toBe(true);
  expect(accepted(5n, 0n, undefined)).toBe(false);
  expect(accepted(5n, 6n, undefined)).toBe(false);
});
