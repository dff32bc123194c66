import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bucketBounds } from '../../../api/read/distribution.ts';

const U64 = 2n ** 64n - 1n;

const round = (buckets: number) => ({ buckets, edges: 'round' }) as const;

describe('the buckets of a distribution with round edges', () => {
  test('have the narrowest round width that is enough', () => {
    const end = U64;
    expect(bucketBounds(1_004_001n, 4_739_969_597n, round(20))).toEqual({
      ...{ least: 0n, greatest: 4_739_969_597n, width: 500_000_000n, end },
    });
    expect(bucketBounds(7n, 7n, round(1))).toEqual({ least: 7n, greatest: 7n, width: 1n, end });
  });

  test('are at most as many as requested, and hold every amount, up to the greatest', () => {
    const amounts = fc.tuple(fc.bigInt({ min: 0n, max: U64 }), fc.bigInt({ min: 0n, max: U64 }));
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 100 }), ([one, other], wanted) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        const { least, width } = bucketBounds(low, high, round(wanted));
        expect(least % width).toBe(0n);
        expect(least).toBeLessThanOrEqual(low);
        expect((high - least) / width).toBeLessThan(BigInt(wanted));
        expect(`${width}`).toMatch(/^[125]0*$/);
      }),
    );
  });
});
