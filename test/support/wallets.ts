import { createHash } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import { type Pubkey, pubkeyFromBytes } from '../../core/kernel/pubkey.ts';

export interface TestWallet {
  readonly address: Pubkey;
  /** As a wallet signs a message: base58 of ed25519 over its bytes. */
  sign(message: string): string;
}

/** The wallet of a name; the same name is the same wallet. */
export function testWallet(name: string): TestWallet {
  return walletOf(createHash('sha256').update(`wallet ${name}`).digest());
}

/** The wallet of a secret of 32 bytes. */
export function walletOf(secret: Uint8Array): TestWallet & { readonly publicKey: Uint8Array } {
  const publicKey = ed25519.getPublicKey(secret);
  return {
    publicKey,
    address: pubkeyFromBytes(publicKey),
    sign: (message) => base58.encode(ed25519.sign(new TextEncoder().encode(message), secret)),
  };
}
