import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backoffDelay } from '../../../core/kernel/retries.ts';

describe('the delay before a retry', () => {
  test('doubles from attempt to attempt up to its maximum', () => {
    const latest = (attempt: number) =>
      backoffDelay(attempt, { initialMs: 100, maximumMs: 1_000, random: () => 1 });
    expect([0, 1, 2, 3, 4, 50].map(latest)).toEqual([100, 200, 400, 800, 1_000, 1_000]);
  });

  test('lies in the upper half of its ceiling, wherever the dice fall', () => {
    const dice = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.nat(2_000), fc.integer({ min: 1, max: 60_000 }), dice, (attempt, initialMs, roll) => {
        const maximumMs = 60_000;
        const delay = backoffDelay(attempt, { initialMs, maximumMs, random: () => roll });
        const ceiling = Math.min(maximumMs, initialMs * 2 ** Math.min(attempt, 30));
        return Number.isInteger(delay) && delay >= Math.floor(ceiling / 2) && delay <= ceiling;
      }),
    );
  });

  test('is the same for the same dice, so that a seeded run repeats itself', () => {
    const policy = () => ({ initialMs: 100, maximumMs: 1_000, random: () => 0.25 });
    expect(backoffDelay(2, policy())).toBe(backoffDelay(2, policy()));
    expect(backoffDelay(2, policy())).toBe(250);
  });
});
