import { grouped } from '../numbers.ts';

/** Money of a report: integers in units of 10^-6 of the quote currency. */
const DIGITS = 6;

/** @param text as in a report, with all six digits after the point */
export const micros = (text: string): bigint => BigInt(text.replace('.', ''));

/** Decimal text with grouped digits before the point. */
export function groupedDecimal(text: string): string {
  const [whole = '', fraction] = text.split('.');
  return fraction === undefined ? grouped(BigInt(whole)) : `${signed(whole)}.${fraction}`;
}

/** A bigint has no `-0`. */
const signed = (whole: string): string =>
  whole.startsWith('-') ? `-${grouped(BigInt(whole.slice(1)))}` : grouped(BigInt(whole));

/** To the last digit, always six after the point. */
export function moneyText(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(DIGITS + 1, '0');
  const text = `${grouped(BigInt(digits.slice(0, -DIGITS)))}.${digits.slice(-DIGITS)}`;
  return value < 0n ? `-${text}` : text;
}

/** A signed change: `+12.000000`, `-0.500000`. */
export const changeText = (value: bigint): string => (value > 0n ? `+${moneyText(value)}` : moneyText(value));

/** A share in percent, two digits after the point, truncated toward zero; signed if it is a change. */
export function shareText(part: bigint, whole: bigint, { change = false } = {}): string {
  if (whole <= 0n) return '–';
  const bps = (part * 10_000n) / whole;
  const size = bps < 0n ? -bps : bps;
  const sign = bps < 0n ? '-' : change && bps > 0n ? '+' : '';
  return `${sign}${grouped(size / 100n)}.${(size % 100n).toString().padStart(2, '0')} %`;
}
