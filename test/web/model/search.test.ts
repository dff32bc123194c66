import { describe, expect, test } from 'vitest';
import { foundText, searchable } from '../../../web/model/search.ts';

const KEY = 'So11111111111111111111111111111111111111112';

describe('what is searched for', () => {
  test.each([
    ['7', '7'],
    [' launch 7 ', '7'],
    ['Launch #18446744073709551615', '18446744073709551615'],
    [` ${KEY}\n`, KEY],
    [KEY.repeat(2), KEY.repeat(2)],
  ])('%j names something', (typed, wanted) => {
    expect(searchable(typed)).toBe(wanted);
  });

  test.each(['', 'launch', '007', 'my wallet', `${KEY}0`, KEY.slice(0, 20)])('%j names nothing', (typed) => {
    expect(searchable(typed)).toBeUndefined();
  });
});

test('a result is named by what it is to a launch', () => {
  expect(foundText({ kind: 'launch_mint', launchId: 7n })).toBe('Token of launch 7');
  expect(foundText({ kind: 'wallet', launchId: null })).toBe('Wallet with pledges');
});
