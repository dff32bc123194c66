import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entitlement, unlocked } from '../../../verifier/rules/settlement.ts';

const MAX = 2n ** 64n - 1n;
const u64 = fc.bigInt({ min: 0n, max: MAX });

describe('entitlement', () => {
  test('is the floor of the exact share, also where the product takes 128 bits', () => {
    expect(entitlement(1n, 10n, 3n)).toBe(3n);
    expect(entitlement(MAX, MAX, MAX)).toBe(MAX);
    expect(entitlement(MAX - 1n, MAX, MAX)).toBe(MAX - 1n);
    // 2^53 + 1 is the first integer that a double cannot hold.
    expect(entitlement(2n ** 53n + 1n, 1n, 1n)).toBe(9_007_199_254_740_993n);
  });

  test('never adds up to more than the allocation', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 0n, max: 2n ** 58n }), { maxLength: 40 }),
        u64,
        (pledges, allocation) => {
          const total = pledges.reduce((sum, amount) => sum + amount, 0n);
          const allocated = pledges.reduce((sum, amount) => sum + entitlement(amount, allocation, total), 0n);
          const dust = allocation - allocated;
          return total === 0n ? allocated === 0n : dust >= 0n && dust < BigInt(pledges.length);
        },
      ),
    );
  });

  test('is nothing where nothing was pledged', () => {
    expect(entitlement(0n, 100n, 0n)).toBe(0n);
  });
});

describe('the release schedule', () => {
  const schedule = { release_start_ts: 1_000n, release_cliff_seconds: 100, release_duration_seconds: 1_000 };

  test.each([
    ['before the start', 999n, 0n],
    ['one second before the cliff', 1_099n, 0n],
    ['at the cliff', 1_100n, 100n],
    ['half way', 1_500n, 500n],
    ['one second before the end', 1_999n, 999n],
    ['at the end', 2_000n, 1_000n],
    ['long after', 9_999_999n, 1_000n],
  ])('unlocks linearly after the cliff: %s', (_when, now, expected) => {
    expect(unlocked(1_000n, schedule, now)).toBe(expected);
  });

  test('unlocks everything at the cliff when there is no duration', () => {
    const atOnce = { ...schedule, release_duration_seconds: 0 };
    expect(unlocked(7n, atOnce, 1_099n)).toBe(0n);
    expect(unlocked(7n, atOnce, 1_100n)).toBe(7n);
  });

  test('unlocks nothing before a start without a cliff, and everything at a cliff behind the end', () => {
    expect(unlocked(7n, { ...schedule, release_cliff_seconds: 0 }, 999n)).toBe(0n);
    expect(unlocked(7n, { ...schedule, release_cliff_seconds: 2_000 }, 2_999n)).toBe(0n);
    expect(unlocked(7n, { ...schedule, release_cliff_seconds: 2_000 }, 3_000n)).toBe(7n);
  });

  test('never shrinks and never exceeds the entitlement, whatever the clock says', () => {
    const i64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    const u32 = fc.integer({ min: 0, max: 2 ** 32 - 1 });
    fc.assert(
      fc.property(u64, i64, u32, u32, i64, i64, (total, start, cliff, duration, a, b) => {
        const terms = {
          release_start_ts: start,
          release_cliff_seconds: cliff,
          release_duration_seconds: duration,
        };
        const [early, late] = a < b ? [a, b] : [b, a];
        const before = unlocked(total, terms, early);
        const after = unlocked(total, terms, late);
        return before >= 0n && before <= after && after <= total;
      }),
    );
  });
});
