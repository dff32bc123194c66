import { ed25519 } from '@noble/curves/ed25519.js';
import { type Pubkey, pubkeyBytes } from '../../core/kernel/pubkey.ts';

/**
 * Whether a wallet signed a text. By the strict rule of RFC 8032: with the looser one, keys exist for which anybody can
 * make signatures.
 */
export function isSignedBy(wallet: Pubkey, text: string, signature: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, new TextEncoder().encode(text), pubkeyBytes(wallet), { zip215: false });
  } catch {
    // A key that is no point of the curve has signed nothing.
    return false;
  }
}
