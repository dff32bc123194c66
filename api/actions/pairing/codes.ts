import { createHash, createHmac } from 'node:crypto';
import { randomText } from '../../access/agents/base62.ts';

/** No vowels, so that no words appear, and no easily confused characters. */
const USER_ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';
const HALF = 4;
/** In base 62: 261 bits. */
const DEVICE_LENGTH = 44;

/** The agent's secret. */
export function newDeviceCode(): string {
  return randomText(DEVICE_LENGTH);
}

/** What the owner compares, as `XXXX-XXXX`. */
export function newUserCode(): string {
  return shownUserCode(randomText(2 * HALF, USER_ALPHABET));
}

/** A user code in its display form, however it was typed. */
export function shownUserCode(typed: string): string {
  const letters = typed.replace('-', '').toUpperCase();
  return `${letters.slice(0, HALF)}-${letters.slice(HALF)}`;
}

export function deviceHash(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

/** Keyed with the service's key: all codes could be tried against a plain hash within a minute. */
export function userCodeHash(key: Uint8Array, shown: string): string {
  return createHmac('sha256', key).update(`user code ${shown}`).digest('hex');
}
