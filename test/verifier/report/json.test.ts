import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatAmount, formatTime } from '../../../verifier/report/fields.ts';
import { toJson } from '../../../verifier/report/json.ts';

describe('the JSON of a report', () => {
  test('is what JSON.stringify writes, for any value that it can write', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(toJson(value)).toBe(JSON.stringify(value, null, 2));
      }),
    );
  });

  test('writes a bigint as an integer with all its digits', () => {
    expect(toJson({ slot: 18_446_744_073_709_551_615n })).toBe('{\n  "slot": 18446744073709551615\n}');
  });
});

describe('a figure for people', () => {
  test.each([
    [0n, 6, '0.000000'],
    [1n, 6, '0.000001'],
    [1_234_567_890n, 6, '1,234.567890'],
    [1_000n, 0, '1,000'],
    [18_446_744_073_709_551_615n, 9, '18,446,744,073.709551615'],
    [1_234n, undefined, '1,234 base units'],
  ])('%s with %s decimals is %s', (amount, decimals, text) => {
    expect(formatAmount(amount, decimals)).toBe(text);
  });

  test('a time beyond the calendar stays a number', () => {
    expect(formatTime(1_790_000_000n)).toBe('2026-09-21 14:13:20 UTC');
    expect(formatTime(2n ** 63n - 1n)).toBe('Unix second 9223372036854775807');
  });
});
