import { expect, test } from 'vitest';
import { parsePrice, priceDigits, valueText } from '../../../core/rules/price-value.ts';

test('a value is exact to the sixth place, whatever way a price is written', () => {
  const price = parsePrice('1.2e-7') ?? 0n;
  expect(priceDigits(price)).toBe('0.00000012');
  expect(valueText(123_456_789_012_345_678n, 6, price)).toBe('14814.814681');
  expect(valueText(2n ** 64n - 1n, 0, parsePrice('100000') ?? 0n)).toBe('1844674407370955161500000');
  expect(valueText(1n, 9, parsePrice('999.99') ?? 0n)).toBe('0');
  expect(parsePrice('dear')).toBeUndefined();
});
