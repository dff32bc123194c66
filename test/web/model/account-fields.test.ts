import { expect, test } from 'vitest';
import { changedFields, fieldsOf } from '../../../web/model/account-fields.ts';

const ACCOUNT = {
  owner: 'key',
  amount: '18446744073709551615',
  level: 7n,
  fees: { rate: 1n, until: null },
  state: { Paused: { until: '5' } },
  legs: [{ rate: 2n }, 'x'],
  none: {},
};

test('an account is shown value by value, structs with their fields', () => {
  expect(fieldsOf(ACCOUNT)).toEqual([
    { path: 'owner', text: 'key' },
    { path: 'amount', text: '18446744073709551615' },
    { path: 'level', text: '7' },
    { path: 'fees.rate', text: '1' },
    { path: 'fees.until', text: 'null' },
    { path: 'state.Paused.until', text: '5' },
    { path: 'legs', text: '[{rate: 2}, "x"]' },
    { path: 'none', text: '{}' },
  ]);
  expect(fieldsOf('Open')).toEqual([{ path: 'value', text: 'Open' }]);
  expect(fieldsOf(null)).toEqual([]);
});

test('a change is what differs, also where a variant brings other fields', () => {
  expect(changedFields(ACCOUNT, ACCOUNT)).toEqual([]);
  const after = { ...ACCOUNT, level: 8n, fees: { rate: 1n, until: '9' }, state: 'Open' };
  expect(changedFields(ACCOUNT, after)).toEqual([
    { path: 'level', before: '7', after: '8' },
    { path: 'fees.until', before: 'null', after: '9' },
    { path: 'state', before: undefined, after: 'Open' },
    { path: 'state.Paused.until', before: '5', after: undefined },
  ]);
  expect(changedFields(null, { level: 1n })).toEqual([{ path: 'level', before: undefined, after: '1' }]);
});
