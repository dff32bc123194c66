import { ed25519 } from '@noble/curves/ed25519.js';
import { type Pubkey, pubkeyBytes } from '../../core/kernel/pubkey.ts';

/** Whether a wallet signed a text. */
export function isSignedBy(wallet: Pubkey, text: string, signature: Uint8Array): boolean {
  return isSignatureOf(wallet, new TextEncoder().encode(text), signature);
}

/**
 * Whether a wallet signed these bytes, by the strict rule of RFC 8032: with the looser one, keys exist for which anyone
 * can create signatures.
 */
export function isSignatureOf(wallet: Pubkey, bytes: Uint8Array, signature: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, bytes, pubkeyBytes(wallet), { zip215: false });
  } catch {
    // A key that is not on the curve has signed nothing.
    return false;
  }
}
