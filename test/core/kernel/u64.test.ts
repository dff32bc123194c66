import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonInteger, parseU64 } from '../../../core/kernel/u64.ts';
import { U64_MAX } from '../../../schemas/u64.ts';

describe('a u64 in text', () => {
  test('is read exactly at any size', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: U64_MAX }), (value) => parseU64('n', value.toString()) === value),
    );
    expect(parseU64('n', '18446744073709551615')).toBe(U64_MAX);
  });

  test.each([
    '',
    ' ',
    '01',
    '+1',
    '-1',
    '1.0',
    '1e3',
    '0x10',
    '1_000',
    '١',
    '18446744073709551616',
    '9'.repeat(99),
  ])('is not "%s"', (text) => {
    expect(() => parseU64('launch_id', text)).toThrow(
      expect.objectContaining({
        code: 'U64_MALFORMED',
        context: { name: 'launch_id', value: text.slice(0, 64) },
      }),
    );
  });
});

describe('an integer that leaves as a JSON number', () => {
  test('is the same number as long as a double holds it', () => {
    const exact = fc.bigInt({ min: -(2n ** 53n) + 1n, max: 2n ** 53n - 1n });
    fc.assert(fc.property(exact, (value) => BigInt(jsonInteger('slot', value)) === value));
  });

  test('is refused rather than rounded beyond that', () => {
    for (const value of [2n ** 53n, -(2n ** 53n), 2n ** 64n]) {
      expect(() => jsonInteger('slot', value)).toThrow(expect.objectContaining({ code: 'U64_MALFORMED' }));
    }
  });
});
