import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

export const DISCRIMINATOR_BYTES = 8;

/** Anchor's account discriminator: the first 8 bytes of SHA-256 of `account:<Name>`. */
export function accountDiscriminator(name: string): Uint8Array {
  return sha256(utf8ToBytes(`account:${name}`)).slice(0, DISCRIMINATOR_BYTES);
}
