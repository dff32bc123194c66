import { hash } from 'node:crypto';
import type { ChainAccount } from '../model/chain-read.ts';

/** The compared value of an account: SHA-256 over its data and its lamports as u64 LE. */
export function accountDigest({ data, lamports }: Pick<ChainAccount, 'data' | 'lamports'>): Buffer {
  const bytes = Buffer.allocUnsafe(data.length + 8);
  bytes.set(data);
  bytes.writeBigUInt64LE(lamports, data.length);
  return hash('sha256', bytes, 'buffer');
}
