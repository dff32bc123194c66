import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pledgerEntitlement, roundingDust } from '../../../core/rules/settlement.ts';
import { allocationsTotal } from '../../support/allocations-total.ts';
import { pledgesOfOneLaunch, u64 } from './arbitraries.ts';

const U64_MAX = 2n ** 64n - 1n;

describe("a pledger's entitlement", () => {
  test('is the whole number q with q × total ≤ amount × allocation < (q + 1) × total', () => {
    fc.assert(
      fc.property(u64, u64, u64, (amount, allocation, total) => {
        fc.pre(total > 0n);
        const entitlement = pledgerEntitlement(amount, allocation, total);
        expect(entitlement * total <= amount * allocation).toBe(true);
        expect((entitlement + 1n) * total > amount * allocation).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('equals long division of the exact rational, digit by digit', () => {
    fc.assert(
      fc.property(u64, u64, u64, (amount, allocation, total) => {
        fc.pre(total > 0n);
        expect(pledgerEntitlement(amount, allocation, total)).toBe(longDivision(amount * allocation, total));
      }),
      { numRuns: 200 },
    );
  });

  test('keeps every digit at the ends of u64', () => {
    expect(pledgerEntitlement(U64_MAX, U64_MAX, U64_MAX)).toBe(U64_MAX);
    expect(pledgerEntitlement(U64_MAX - 1n, U64_MAX, U64_MAX)).toBe(U64_MAX - 1n);
    expect(pledgerEntitlement(1n, U64_MAX, U64_MAX)).toBe(1n);
    expect(pledgerEntitlement(2n ** 53n + 1n, 3n, 1n)).toBe(27021597764222979n);
  });

  test('never exceeds the allocation for a pledge within the total', () => {
    fc.assert(
      fc.property(u64, u64, u64, (a, allocation, b) => {
        const [amount, total] = a < b ? [a, b] : [b, a];
        expect(pledgerEntitlement(amount, allocation, total) <= allocation).toBe(true);
      }),
    );
  });

  test('is zero where nothing was pledged', () => {
    expect(pledgerEntitlement(0n, 1000n, 0n)).toBe(0n);
    expect(pledgerEntitlement(5n, 1000n, 0n)).toBe(0n);
  });

  test.each([
    ['amount', [-1n, 1n, 1n]],
    ['amount', [U64_MAX + 1n, 1n, 1n]],
    ['token_allocation', [1n, U64_MAX + 1n, 1n]],
    ['total_pledged', [1n, 1n, U64_MAX + 1n]],
  ] as const)('refuses a %s outside u64', (name, [amount, allocation, total]) => {
    expect(() => pledgerEntitlement(amount, allocation, total)).toThrow(
      expect.objectContaining({
        code: 'RULE_INPUT_OUT_OF_RANGE',
        context: expect.objectContaining({ name }),
      }),
    );
  });
});

describe('all allocations of a launch', () => {
  test('sum to at most the allocation, and the dust is smaller than the number of pledges', () => {
    fc.assert(
      fc.property(pledgesOfOneLaunch, u64, ({ amounts, totalPledged }, tokenAllocation) => {
        const allocated = allocationsTotal(amounts, { tokenAllocation, totalPledged });
        const dust = roundingDust(tokenAllocation, allocated);
        expect(allocated <= tokenAllocation).toBe(true);
        if (totalPledged > 0n) expect(dust < BigInt(amounts.length)).toBe(true);
        else expect(dust).toBe(tokenAllocation);
      }),
      { numRuns: 300 },
    );
  });

  test('give the specification its floor: three equal pledges of 10 tokens leave 1 as dust', () => {
    const terms = { tokenAllocation: 10n, totalPledged: 3n };
    expect(allocationsTotal([1n, 1n, 1n], terms)).toBe(9n);
    expect(roundingDust(10n, 9n)).toBe(1n);
  });

  test('show pledges that sum to more than the total as negative dust', () => {
    const allocated = allocationsTotal([2n, 2n], { tokenAllocation: 10n, totalPledged: 2n });
    expect(roundingDust(10n, allocated)).toBe(-10n);
  });
});

/** Schoolbook division in base 10, on the decimal digits: shares nothing with BigInt's own division. */
function longDivision(dividend: bigint, divisor: bigint): bigint {
  let remainder = 0n;
  let quotient = '';
  for (const digit of dividend.toString()) {
    remainder = remainder * 10n + BigInt(digit);
    let times = 0;
    while (remainder >= divisor) {
      remainder -= divisor;
      times += 1;
    }
    quotient += String(times);
  }
  return BigInt(quotient);
}
