import { base58 } from '@scure/base';
import { fixedBase58 } from './base58.ts';
import { LaunchlensError } from './errors/error.ts';

export const PUBKEY_BYTES = 32;

const BASE58 = /^[1-9A-HJ-NP-Za-km-z]+$/;
const encode = fixedBase58(PUBKEY_BYTES);

/** A public key as people write it: base58 of exactly 32 bytes. */
export type Pubkey = string & { readonly __brand: 'Pubkey' };

export function isPubkey(text: string): text is Pubkey {
  return bytesOf(text) !== undefined;
}

/** @throws PUBKEY_MALFORMED when the text is not base58 of 32 bytes. */
export function parsePubkey(text: string): Pubkey {
  pubkeyBytes(text);
  return text as Pubkey;
}

/** @throws PUBKEY_MALFORMED when the text is not base58 of 32 bytes. */
export function pubkeyBytes(text: string): Uint8Array {
  const bytes = bytesOf(text);
  if (bytes === undefined) throw malformed(text);
  return bytes;
}

function bytesOf(text: string): Uint8Array | undefined {
  // A 32-byte key has 32 to 44 base58 digits; longer input is refused before the quadratic decode.
  if (text.length < 32 || text.length > 44 || !BASE58.test(text)) return undefined;
  const bytes = base58.decode(text);
  return bytes.length === PUBKEY_BYTES ? bytes : undefined;
}

export function pubkeyFromBytes(bytes: Uint8Array): Pubkey {
  if (bytes.length !== PUBKEY_BYTES) throw malformed(Buffer.from(bytes).toString('hex'));
  return encode(bytes) as Pubkey;
}

function malformed(value: string): LaunchlensError<'PUBKEY_MALFORMED'> {
  const shown = value.length > 64 ? `${value.slice(0, 64)}…` : value;
  return new LaunchlensError('PUBKEY_MALFORMED', { value: shown });
}
