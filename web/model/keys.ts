/** The start and the end of a key, usually enough to recognise it. */
export function shortKey(key: string, kept = 4): string {
  return key.length <= 2 * kept + 1 ? key : `${key.slice(0, kept)}…${key.slice(-kept)}`;
}

/** Looks like base58 of 32 bytes; the API decides exactly. */
export const KEY = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
