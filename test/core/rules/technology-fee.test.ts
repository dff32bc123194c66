import fc from 'fast-check';
import { expect, test } from 'vitest';
import { technologyFee } from '../../../core/rules/technology-fee.ts';
import { U64_MAX } from '../../../schemas/u64.ts';

const u64 = fc.bigInt({ min: 0n, max: U64_MAX });
const bps = fc.integer({ min: 0, max: 10_000 });

test('the technology fee is the whole part of its share, at any size', () => {
  expect(technologyFee(10_000n, 25)).toBe(25n);
  expect(technologyFee(399n, 25)).toBe(0n);
  expect(technologyFee(U64_MAX, 10_000)).toBe(U64_MAX);
  fc.assert(
    fc.property(u64, bps, (amount, share) => {
      const fee = technologyFee(amount, share);
      expect(fee * 10_000n <= amount * BigInt(share)).toBe(true);
      expect((fee + 1n) * 10_000n > amount * BigInt(share)).toBe(true);
    }),
  );
});

test('an amount that no u64 holds has no technology fee', () => {
  expect(() => technologyFee(U64_MAX + 1n, 1)).toThrow('which does not fit into a u64');
});
