import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placeOf } from '../../../web/model/cursor-place.ts';
import {
  formatCount,
  fractionPad,
  grouped,
  percent,
  shareBps,
  shortUnits,
  tokenUnits,
} from '../../../web/model/formats.ts';

describe('amounts', () => {
  test('are token units to the last digit, however large', () => {
    expect(tokenUnits(1_234_567n, 6)).toBe('1.234567');
    expect(tokenUnits(255_230_674_501n, 6)).toBe('255,230.674501');
    expect(tokenUnits(18_446_744_073_709_551_615n, 9)).toBe('18,446,744,073.709551615');
    expect(tokenUnits(5n, 0)).toBe('5');
    expect(tokenUnits(1_500_000n, 6)).toBe('1.5');
    expect(tokenUnits(-12n, 6)).toBe('-0.000012');
  });

  test('give back their base units, whatever they are', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 80n }),
        fc.integer({ min: 0, max: 18 }),
        (base, decimals) => {
          const [whole = '', fraction = ''] = tokenUnits(base, decimals).replaceAll(',', '').split('.');
          expect(BigInt(whole + fraction.padEnd(decimals, '0'))).toBe(base);
        },
      ),
    );
  });

  test('are cut and never rounded up where they are short', () => {
    expect(shortUnits(255_230_674_501n, 6)).toBe('255.2K');
    expect(shortUnits(999_999_999_999n, 6)).toBe('999.9K');
    expect(shortUnits(1_000_000_000_000_000n, 6)).toBe('1B');
    expect(shortUnits(12_999_999n, 6)).toBe('12.99');
    expect(shortUnits(1_234n, 6)).toBe('0.0012');
    expect(shortUnits(0n, 6)).toBe('0');
  });

  test('are grouped, with the noun that their count asks for', () => {
    expect([grouped(0), grouped(999n), grouped(1_000n), grouped(-1_234_567n)]).toEqual([
      '0',
      '999',
      '1,000',
      '-1,234,567',
    ]);
    expect([formatCount(1n, 'launch', 'launches'), formatCount(2_000n, 'slot')]).toEqual([
      '1 launch',
      '2,000 slots',
    ]);
  });
});

describe('shares', () => {
  test('are cut to hundredths of a percent', () => {
    expect(percent(shareBps(1n, 3n))).toBe('33.33 %');
    expect(percent(shareBps(1n, 2n))).toBe('50 %');
    expect(percent(shareBps(7n, 0n))).toBe('0 %');
    expect(percent(123_405n)).toBe('1,234.05 %');
  });
});

describe('numbers in a column', () => {
  test('lack as many digits as their mint has decimals', () => {
    expect(['1.5', '12', '0.123456', '7'].map((units) => fractionPad(units, 6))).toEqual([
      ...['00000', '.000000', '', '.000000'],
    ]);
    expect(fractionPad('7', 0)).toBe('');
  });
});

describe('the place of a page in an address', () => {
  test('is its number and cursor, and the first page for anything else', () => {
    expect(placeOf('2.abc.def')).toEqual({ page: 2, after: 'abc.def' });
    for (const text of [undefined, '', 'abc', '0.abc', '2.', '-1.a'])
      expect(placeOf(text)).toEqual({ page: 0, after: undefined });
  });
});
