import { describe, expect, test } from 'vitest';
import type { Execution } from '../../core/rules/paper/execute.ts';
import { buyAll, holdingsAfter } from '../../core/rules/paper/portfolio.ts';
import { verify } from '../../harness/run.ts';
import { LOCKED_FEES } from './support/runs.ts';

const before = { cash: 10_000_000n, quantity: 0n };
const fill = buyAll(before, 10n ** 30n, LOCKED_FEES);
const after = holdingsAfter(fill);
const good: Execution = { executed: 'long', veto: null, fill, holdings: after };
const step = { i: 7, planned: 'long' as const, before };

describe('the books after a step', () => {
  test('balance where the fill moved its notional and its costs', () => {
    expect(verify(step, good)).toEqual({ matched: true });
  });

  const vetoed: Execution = { executed: 'flat', veto: 'cooldown', fill: undefined, holdings: before };

  test('balance where a guardrail kept the position', () => {
    expect(verify(step, vetoed)).toEqual({ matched: false });
  });

  test.each<[string, Execution, string]>([
    ['a unit of cash too much', { ...good, holdings: { ...after, cash: after.cash + 1n } }, 'cash moved'],
    ['a unit of quantity too little', { ...good, holdings: { ...after, quantity: 1n } }, 'the quantity'],
    ['cash below zero', { ...good, holdings: { ...after, cash: -1n } }, 'something is owed'],
    ['a mismatch that nobody explains', { ...vetoed, veto: null }, 'no guardrail says why'],
    ['a veto of what was done', { ...good, veto: 'cooldown' }, 'no guardrail says why'],
  ])('do not balance with %s, and end the run', (_, execution, message) => {
    expect(() => verify(step, execution)).toThrow(message);
    expect(() => verify(step, execution)).toThrow('at bar 7');
  });
});
