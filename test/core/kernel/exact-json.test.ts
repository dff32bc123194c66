import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseExactJson } from '../../../core/kernel/exact-json.ts';

describe('exact JSON', () => {
  test('keeps every integer to its last digit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), (value) => {
        expect(parseExactJson(`{"a":[${value}]}`)).toEqual({ a: [value] });
      }),
    );
  });

  test('leaves fractions, texts and the rest as they are', () => {
    expect(parseExactJson('{"a":1.5,"b":"18446744073709551615","c":null,"d":true,"e":1e3}')).toEqual({
      a: 1.5,
      b: '18446744073709551615',
      c: null,
      d: true,
      e: 1000,
    });
  });
});
