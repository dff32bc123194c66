import { describe, expect, test } from 'vitest';
import { differences } from '../../../verifier/anchor/compare.ts';

const ACCOUNT = {
  owner: 'So11111111111111111111111111111111111111112',
  amount: '18446744073709551615',
  terms: { rate: 7, cliff: null },
  legs: [{ weight: '1' }, { weight: '2' }],
  state: { Paused: { until: '-5' } },
};

describe('two accounts', () => {
  test('are equal when every field is', () => {
    expect(differences(ACCOUNT, structuredClone(ACCOUNT))).toEqual([]);
  });

  test.each([
    ['the last digit of a wide integer', { amount: '18446744073709551614' }, 'amount'],
    ['a field of a struct', { terms: { rate: 8, cliff: null } }, 'terms.rate'],
    ['an item of a list', { legs: [{ weight: '1' }, { weight: '3' }] }, 'legs[1].weight'],
    ['a missing item', { legs: [{ weight: '1' }] }, 'legs[1]'],
    ['an item too many', { legs: [...ACCOUNT.legs, { weight: '3' }] }, 'legs[2]'],
    ['a missing field', { terms: { rate: 7 } }, 'terms.cliff'],
    ['a field too many', { added: 1 }, 'added'],
    ['a value instead of none', { terms: { rate: 7, cliff: '0' } }, 'terms.cliff'],
    ['a wide integer as a number', { state: { Paused: { until: -5 } } }, 'state.Paused.until'],
  ])('differ by %s', (_, change, field) => {
    const found = differences(ACCOUNT, { ...ACCOUNT, ...change });
    expect(found.map((each) => each.field)).toEqual([field]);
    expect(found[0]?.index).not.toBe(found[0]?.chain);
  });

  test('differ by the variant of an enum', () => {
    expect(differences(ACCOUNT.state, 'Open', 'state')).toEqual([
      { field: 'state', index: 'Open', chain: 'an object' },
    ]);
  });

  test('have no fields that every object has', () => {
    expect(differences({}, { constructor: 1 })).toEqual([
      { field: 'constructor', index: '1', chain: 'nothing' },
    ]);
  });
});
