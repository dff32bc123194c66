import { randomBytes } from 'node:crypto';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Uniformly random characters of an alphabet, from the system's source of randomness. */
export function randomText(length: number, alphabet = DIGITS): string {
  // Bytes beyond the last multiple of the alphabet's size would favour its first characters.
  const usable = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < usable && text.length < length) text += alphabet.charAt(byte % alphabet.length);
    }
  }
  return text;
}

/** A number in base 62, padded to a number of digits. */
export function base62(value: number, digits: number): string {
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / DIGITS.length)) {
    text = DIGITS.charAt(rest % DIGITS.length) + text;
  }
  return text.padStart(digits, '0');
}
