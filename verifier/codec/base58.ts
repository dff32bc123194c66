import { base58 } from '@scure/base';

/** A public key as text: base58 of exactly 32 bytes. */
export type Pubkey = string & { readonly __brand: 'VerifierPubkey' };

/** The 32 bytes of a public key, or undefined for other text. */
export function pubkeyBytes(text: string): Uint8Array | undefined {
  // 32 bytes take 32 to 44 base58 digits; longer text is refused before the quadratic decode.
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return undefined;
  const bytes = base58.decode(text);
  return bytes.length === 32 ? bytes : undefined;
}

export function isPubkey(text: string): text is Pubkey {
  return pubkeyBytes(text) !== undefined;
}

export function encodePubkey(bytes: Uint8Array): Pubkey {
  return base58.encode(bytes) as Pubkey;
}

/** Base58 of any bytes, as `memcmp` filters take it. */
export function encodeBase58(bytes: Uint8Array): string {
  return base58.encode(bytes);
}

/** The bytes of base58 text of any length up to a transaction's; undefined when the text is not base58. */
export function decodeBase58(text: string): Uint8Array | undefined {
  return /^[1-9A-HJ-NP-Za-km-z]{0,1800}$/.test(text) ? base58.decode(text) : undefined;
}
