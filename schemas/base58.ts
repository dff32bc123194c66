import { base58 } from '@scure/base';
import { z } from 'zod';

/** The length of 32 bytes in base58; the bytes themselves are checked when they are decoded. */
export const PUBKEY_TEXT = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
/** The same for 64 bytes. */
export const SIGNATURE_TEXT = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;

/** These complete the sentence "<name> must be …". */
const A_PUBKEY = 'a base58 public key of 32 bytes';
const A_SIGNATURE = 'a base58 signature of 64 bytes';

/** Base58 of exactly 32 bytes. */
export const checkedPubkey = base58Of(32, PUBKEY_TEXT, A_PUBKEY);

/** Base58 of exactly 64 bytes. */
export const checkedSignature = base58Of(64, SIGNATURE_TEXT, A_SIGNATURE);

function base58Of(bytes: number, text: RegExp, error: string) {
  return z
    .string({ error })
    .regex(text, { error, abort: true })
    .refine((value) => base58.decode(value).length === bytes, { error });
}
