import { base58 } from '@scure/base';
import { pubkeyFromBytes } from '../../core/kernel/pubkey.ts';
import { createKeypair } from '../../fixtures/localnet/keys/keypair.ts';
import type { TestWallet } from './wallets.ts';

export interface LocalnetWallet extends TestWallet {
  /** An unsigned transaction of base64 with this wallet's signature in its one place. */
  signTransaction(transaction: string): string;
  signBytes(bytes: Uint8Array): Uint8Array;
}

/** A wallet of the local chain's plays, which holds stablecoins from its first slot on. */
export function localnetWallet(index: number, seed = '1'): LocalnetWallet {
  const keypair = createKeypair(seed, 'wallet', index);
  return {
    address: pubkeyFromBytes(keypair.address),
    sign: (message) => base58.encode(keypair.sign(new TextEncoder().encode(message))),
    signBytes: (bytes) => keypair.sign(bytes),
    signTransaction: (transaction) => {
      const bytes = Uint8Array.from(Buffer.from(transaction, 'base64'));
      bytes.set(keypair.sign(bytes.subarray(65)), 1);
      return Buffer.from(bytes).toString('base64');
    },
  };
}
