import { describe, expect, test } from 'vitest';
import { guessersOf } from '../../../../api/actions/pairing/find.ts';

const key = Buffer.from('a key of the tests');
/** How many wrong codes each bound has that two addresses share. */
const shared = (one: string, other: string) => {
  const ids = new Set(guessersOf(key, other).map(({ id }) => id));
  return guessersOf(key, one)
    .filter(({ id }) => ids.has(id))
    .map(({ most }) => most);
};

describe('wrong codes are counted', () => {
  test.each([
    ['2001:db8::1', '2001:db8:0:0:ffff::1', [10, 30, 100, 1000]],
    ['2001:db8::1', '2001:db8:0:ff::1', [30, 100, 1000]],
    ['2001:db8::1', '2001:db8:0:100::1', [100, 1000]],
    ['2001:db8::1', '2001:db8:1::1', [1000]],
    ['2001:db8::1', '2001:db9::1', []],
    ['198.51.100.7', '198.51.100.7', [10, 100, 1000]],
    ['198.51.100.7', '198.51.100.8', [100, 1000]],
    ['198.51.100.7', '198.51.101.7', [1000]],
    ['198.51.100.7', '198.52.100.7', []],
    ['::ffff:198.51.100.7', '198.51.100.7', [10, 100, 1000]],
    ['::ffff:c633:6407', '198.51.100.7', [10, 100, 1000]],
    ['', '', [10]],
    ['', '198.51.100.7', []],
  ])('for %s and %s together up to each of %j', (one, other, bounds) => {
    expect(shared(one, other)).toEqual(bounds);
    expect(shared(other, one)).toEqual(bounds);
  });

  test('by hashes under a key, which say nothing of the address', () => {
    const ids = (of: Uint8Array) => guessersOf(of, '198.51.100.7').map(({ id }) => id);
    expect(new Set([...ids(key), ...ids(Buffer.from('another'))]).size).toBe(6);
    for (const id of ids(key)) expect(id).toMatch(/^[0-9a-f]{64}$/);
  });
});
