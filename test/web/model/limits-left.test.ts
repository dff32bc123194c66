import { expect, test } from 'vitest';
import { limitsLeft } from '../../../web/model/guardrails/limits-left.ts';

test('what is left of a limit is never below zero, and what moved without a limit is shown too', () => {
  const limits = [
    { mint: 'A', per_intent: 5n, per_day: 10n },
    { mint: 'B', per_intent: null, per_day: 3n },
    { mint: 'C', per_intent: 7n, per_day: null },
  ];
  const spent = [
    { mint: 'A', amount: 4n },
    { mint: 'B', amount: 9n },
    { mint: 'D', amount: 1n },
  ];
  expect(limitsLeft(limits, spent)).toEqual([
    { mint: 'A', perIntent: 5n, perDay: 10n, used: 4n, left: 6n },
    { mint: 'B', perIntent: null, perDay: 3n, used: 9n, left: 0n },
    { mint: 'C', perIntent: 7n, perDay: null, used: 0n, left: null },
    { mint: 'D', perIntent: null, perDay: null, used: 1n, left: null },
  ]);
});
