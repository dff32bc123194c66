import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allocationAt } from '../../../core/rules/allocation.ts';
import {
  claimable,
  type ReleaseSchedule,
  releaseWindow,
  unlockedAmount,
  unlockedBps,
} from '../../../core/rules/release.ts';
import { schedule, scheduleAndMoments, u64 } from './arbitraries.ts';

const hundred = { startTs: 1000n, cliffSeconds: 10, durationSeconds: 100 };

describe('the unlocked amount', () => {
  test('is nothing before the cliff', () => {
    fc.assert(
      fc.property(u64, scheduleAndMoments, (entitlement, [plan, now]) => {
        fc.pre(now < plan.startTs + BigInt(plan.cliffSeconds));
        expect(unlockedAmount(entitlement, plan, now)).toBe(0n);
      }),
    );
  });

  test('never falls as time passes and never exceeds the entitlement', () => {
    fc.assert(
      fc.property(u64, scheduleAndMoments, (entitlement, [plan, a, b]) => {
        const [earlier, later] = a < b ? [a, b] : [b, a];
        const before = unlockedAmount(entitlement, plan, earlier);
        const after = unlockedAmount(entitlement, plan, later);
        expect(before <= after).toBe(true);
        expect(after <= entitlement).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('equals the share of a rational clock', () => {
    fc.assert(
      fc.property(u64, scheduleAndMoments, (entitlement, [plan, now]) => {
        expect(unlockedAmount(entitlement, plan, now)).toBe(rationalOracle(entitlement, plan, now));
      }),
      { numRuns: 300 },
    );
  });

  test('is all of it from the end of the window on, and part of it one second earlier', () => {
    expect(unlockedAmount(100n, hundred, 1009n)).toBe(0n);
    expect(unlockedAmount(100n, hundred, 1010n)).toBe(10n);
    expect(unlockedAmount(100n, hundred, 1099n)).toBe(99n);
    expect(unlockedAmount(100n, hundred, 1100n)).toBe(100n);
    expect(unlockedAmount(100n, hundred, 9999n)).toBe(100n);
  });

  test('is all of it at the cliff when the duration is zero or ends before the cliff', () => {
    const atOnce = { startTs: 1000n, cliffSeconds: 10, durationSeconds: 0 };
    const lateCliff = { startTs: 1000n, cliffSeconds: 10, durationSeconds: 5 };
    for (const plan of [atOnce, lateCliff]) {
      expect(unlockedAmount(7n, plan, 1009n)).toBe(0n);
      expect(unlockedAmount(7n, plan, 1010n)).toBe(7n);
    }
  });

  test('keeps every digit of the greatest entitlement', () => {
    const plan = { startTs: 0n, cliffSeconds: 0, durationSeconds: 0xffff_ffff };
    expect(unlockedAmount(2n ** 64n - 1n, plan, 0xffff_fffen)).toBe(18446744069414584318n);
  });

  test('refuses a schedule or a moment outside the types of the chain', () => {
    const codeFor = (entitlement: bigint, plan: ReleaseSchedule, now: bigint) => () =>
      unlockedAmount(entitlement, plan, now);
    const refused = expect.objectContaining({ code: 'RULE_INPUT_OUT_OF_RANGE' });
    expect(codeFor(-1n, hundred, 0n)).toThrow(refused);
    expect(codeFor(1n, hundred, 2n ** 63n)).toThrow(refused);
    expect(codeFor(1n, { ...hundred, cliffSeconds: -1 }, 0n)).toThrow(refused);
    expect(codeFor(1n, { ...hundred, cliffSeconds: 0.5 }, 0n)).toThrow(refused);
    expect(codeFor(1n, { ...hundred, durationSeconds: 2 ** 32 }, 0n)).toThrow(refused);
    expect(codeFor(1n, { ...hundred, startTs: 2n ** 63n }, 0n)).toThrow(refused);
  });
});

describe('the release window', () => {
  test('ends at the later of cliff and linear end', () => {
    fc.assert(
      fc.property(schedule, (plan) => {
        const { startTs, cliffTs, endTs } = releaseWindow(plan);
        const linearEnd = startTs + BigInt(plan.durationSeconds);
        expect(cliffTs).toBe(startTs + BigInt(plan.cliffSeconds));
        expect(endTs >= cliffTs && endTs >= linearEnd).toBe(true);
        expect(endTs === cliffTs || endTs === linearEnd).toBe(true);
      }),
    );
  });

  test('has its unlocked share in whole basis points', () => {
    expect(unlockedBps(hundred, 1009n)).toBe(0);
    expect(unlockedBps(hundred, 1033n)).toBe(3300);
    expect(unlockedBps({ ...hundred, durationSeconds: 3 * 86_400 }, 1000n + 86_400n)).toBe(3333);
    expect(unlockedBps(hundred, 5000n)).toBe(10_000);
  });
});

describe('what a wallet may claim', () => {
  test('is the unlocked amount less what was released, never less than nothing', () => {
    expect(claimable(10n, 4n)).toBe(6n);
    expect(claimable(10n, 10n)).toBe(0n);
    expect(claimable(10n, 11n)).toBe(0n);
  });

  test('stands in one allocation with its parts', () => {
    const allocation = allocationAt({
      pledge: { amount: 1n, tokensReleased: 20n },
      terms: { tokenAllocation: 1000n, totalPledged: 3n },
      schedule: hundred,
      now: 1050n,
    });
    expect(allocation).toEqual({ entitlement: 333n, unlocked: 166n, released: 20n, claimable: 146n });
  });
});

/**
 * The rule as a comparison of rationals, searched by bisection: the greatest whole u with
 * u / entitlement ≤ elapsed / duration.
 */
function rationalOracle(entitlement: bigint, plan: ReleaseSchedule, now: bigint): bigint {
  const elapsed = now - plan.startTs;
  if (elapsed < BigInt(plan.cliffSeconds)) return 0n;
  let low = 0n;
  let high = entitlement;
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (middle * BigInt(plan.durationSeconds) <= entitlement * elapsed) low = middle;
    else high = middle - 1n;
  }
  return low;
}
