import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayBreach, intentBreach, limitsWiden } from '../../../core/rules/spending-limits.ts';
import { limits, move, spent } from './guardrail-arbitraries.ts';

const [a, b] = ['a', 'b'] as unknown as [never, never];

describe('limits', () => {
  test('are passed exactly where the sum of a mint is greater than one', () => {
    fc.assert(
      fc.property(limits, move, spent, (held, { outflows }, before) => {
        const sum = (mint: string) =>
          outflows.filter((each) => each.mint === mint).reduce((all, { amount }) => all + amount, 0n);
        const asked = new Set<string>(outflows.map(({ mint }) => mint));
        const over = held.some(({ mint, perIntent }) => perIntent !== null && sum(mint) > perIntent);
        const overDay = held.some(
          ({ mint, perDay }) =>
            perDay !== null && asked.has(mint) && sum(mint) + (before.get(mint) ?? 0n) > perDay,
        );
        expect(intentBreach(held, outflows) !== undefined).toBe(over);
        expect(dayBreach(held, outflows, before) !== undefined).toBe(overDay);
      }),
    );
  });

  test('that do not widen let nothing pass that was refused before', () => {
    fc.assert(
      fc.property(limits, limits, move, spent, (now, next, { outflows }, before) => {
        fc.pre(!limitsWiden(now, next));
        if (intentBreach(now, outflows)) expect(intentBreach(next, outflows)).toBeDefined();
        if (dayBreach(now, outflows, before)) expect(dayBreach(next, outflows, before)).toBeDefined();
      }),
      { numRuns: 400 },
    );
  });

  test('cannot be passed by many outflows of one mint, nor by amounts beyond 2^64', () => {
    const held = [{ mint: a, perIntent: 10n, perDay: 2n ** 64n }];
    const parts = [6n, 5n].map((amount) => ({ mint: a, amount }));
    expect(intentBreach(held, parts)).toEqual({ mint: a, per: 'intent', most: 10n, asked: 11n });
    const day = dayBreach(held, [{ mint: a, amount: 1n }], new Map([['a', 2n ** 64n]]));
    expect(day).toMatchObject({ per: 'day', asked: 2n ** 64n + 1n });
  });

  test('widen where one is raised, taken away or left out, and not where one comes', () => {
    const limit = { mint: a, perIntent: 10n, perDay: 50n };
    expect(limitsWiden([limit], [{ ...limit, perIntent: 11n }])).toBe(true);
    expect(limitsWiden([limit], [{ ...limit, perDay: null }])).toBe(true);
    expect(limitsWiden([limit], [])).toBe(true);
    expect(limitsWiden([limit], [limit, { mint: b, perIntent: 1n, perDay: null }])).toBe(false);
    expect(limitsWiden([limit], [{ ...limit, perIntent: 0n }])).toBe(false);
  });
});
