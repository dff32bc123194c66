/** The beginning and the end of a key, which together tell it from others at a glance. */
export function shortKey(key: string, kept = 4): string {
  return key.length <= 2 * kept + 1 ? key : `${key.slice(0, kept)}…${key.slice(-kept)}`;
}

/** Base58 of 32 bytes, by its look; whether it is a key exactly is for the API to say. */
export const KEY = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
