import { describe, expect, test } from 'vitest';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { labelsRepoint, labelsThatMeet } from '../../../core/rules/counterparty-labels.ts';

const [A, B] = ['a', 'b'] as readonly string[] as readonly [Pubkey, Pubkey];
const called = (label: string, address: Pubkey) => ({ label, address });

describe('the label of a counterparty', () => {
  test.for([
    ['is met when it comes', [], [called('mum', A)], ['mum']],
    ['is met no more when it goes', [called('mum', A)], [], []],
    ['stays what it is', [called('mum', A)], [called('mum', A), called('dad', B)], ['dad']],
    ['means another wallet', [called('mum', A)], [called('mum', B)], ['mum']],
    ['means nobody where two have it', [called('mum', A)], [called('mum', A), called('mum', B)], []],
    [
      'means one again where one of two is left',
      [called('mum', A), called('mum', B)],
      [called('mum', B)],
      ['mum'],
    ],
    [
      'is exchanged for another',
      [called('mum', A), called('dad', B)],
      [called('dad', A), called('mum', B)],
      ['dad', 'mum'],
    ],
  ] as const)('%s', ([, now, next, met]) => {
    expect(labelsThatMeet(now, next).map(({ label }) => label)).toEqual(met);
  });

  test('is pointed elsewhere only where it once stood for another wallet', () => {
    expect(labelsRepoint([called('mum', B)], [called('mum', A)])).toBe(true);
    expect(labelsRepoint([called('mum', B)], [called('mum', B), called('dad', A)])).toBe(false);
    expect(labelsRepoint([called('mum', B)], [])).toBe(false);
  });
});
