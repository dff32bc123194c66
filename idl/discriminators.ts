import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

export const DISCRIMINATOR_BYTES = 8;

/** What Anchor puts before a name to hash it, by what the name is of. */
type Namespace = 'account' | 'global' | 'event';

/** The first 8 bytes of SHA-256 of `<namespace>:<name>`. */
function discriminatorOf(namespace: Namespace, name: string): Uint8Array {
  return sha256(utf8ToBytes(`${namespace}:${name}`)).slice(0, DISCRIMINATOR_BYTES);
}

/** Anchor's account discriminator: the first 8 bytes of SHA-256 of `account:<Name>`. */
export function accountDiscriminator(name: string): Uint8Array {
  return discriminatorOf('account', name);
}

/** @param name In snake case, as Rust writes it */
export function instructionDiscriminator(name: string): Uint8Array {
  return discriminatorOf('global', name);
}

export function eventDiscriminator(name: string): Uint8Array {
  return discriminatorOf('event', name);
}
