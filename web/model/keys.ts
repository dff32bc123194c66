/** The start and the end of a key, usually enough to recognise it. */
export function shortKey(key: string, kept = 4): string {
  return key.length <= 2 * kept + 1 ? key : `${key.slice(0, kept)}…${key.slice(-kept)}`;
}

/** Looks like base58 of 32 bytes; the API decides exactly. */
export const KEY = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** The same of 64 bytes. */
export const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;

/** A valid launch id: u64 in decimal digits. */
export const LAUNCH_ID = /^(0|[1-9][0-9]{0,19})$/;

const CODE = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/;

/** A typed pairing code in its display form `BCDF-GHJK`; undefined if invalid. */
export function userCode(typed: string): string | undefined {
  const letters = typed.replace(/[\s-]/g, '').toUpperCase();
  return CODE.test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4)}` : undefined;
}

/** The text if it looks like a key. */
export const keyIn = (text: string): string | undefined => (KEY.test(text) ? text : undefined);
