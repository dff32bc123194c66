import { formatShortest, parseDecimal } from '../kernel/decimal.ts';

/** More places than any provider gives, so that nothing is rounded before the end. */
const PLACES = 60;
const VALUE_PLACES = 6;

/** A price as an exact integer in units of 10^-60; undefined if the text is not one. */
export function parsePrice(text: string): bigint | undefined {
  return parseDecimal(text, PLACES);
}

/** The digits of a price without exponent or trailing zeros. */
export function priceDigits(price: bigint): string {
  return formatShortest(price, PLACES);
}

/** What base units are worth at a price per whole token, with six places, rounded toward zero. */
export function valueText(amount: bigint, decimals: number, price: bigint): string {
  return formatShortest(microsOf(amount, decimals, price), VALUE_PLACES);
}

/** The same in units of 10^-6. */
export function microsOf(amount: bigint, decimals: number, price: bigint): bigint {
  return (amount * price) / 10n ** BigInt(decimals + PLACES - VALUE_PLACES);
}

export function valueDigits(value: bigint): string {
  return formatShortest(value, VALUE_PLACES);
}
