import { createHash } from 'node:crypto';
import { PublicKey } from '@solana/web3.js';

/** Accounts written by the service specification's offsets, apart from the tables that the verifier reads by. */

export const PROGRAM = new PublicKey(
  createHash('sha256').update('launchlens localnet escrow program').digest(),
);
export const TOKEN_PROGRAM = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const LAUNCH_MINT = testKey('launch mint');
export const PLEDGE_MINT = testKey('pledge mint');

export const STATUS = { pending: 0, active: 1, succeeded: 2, failed: 3, finalized: 4 } as const;

export interface Terms {
  readonly launchId: bigint;
  readonly status: number;
  readonly minRaise: bigint;
  readonly maxRaise: bigint;
  readonly tokenAllocation: bigint;
  readonly totalPledged: bigint;
  readonly pledgerCount: number;
  readonly startTs: bigint;
  readonly endTs: bigint;
  readonly releaseStartTs: bigint;
  readonly cliffSeconds: number;
  readonly durationSeconds: number;
  readonly maxPledgePerWallet: bigint;
}

export interface PledgeTerms {
  readonly pledger: PublicKey;
  readonly amount: bigint;
  readonly released?: bigint;
  readonly refunded?: boolean;
}

export function testKey(name: string): PublicKey {
  return new PublicKey(createHash('sha256').update(name).digest());
}

export function u64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}

export function seededAddress(seed: string, launchId: bigint, ...more: Uint8Array[]): PublicKey {
  return PublicKey.findProgramAddressSync([Buffer.from(seed), u64(launchId), ...more], PROGRAM)[0];
}

function anchorAccount(name: string, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  createHash('sha256').update(`account:${name}`).digest().copy(bytes, 0, 0, 8);
  return bytes;
}

export function launchConfigBytes(terms: Terms): Buffer {
  const bytes = anchorAccount('LaunchConfig', 343);
  bytes.writeUInt8(terms.status, 10);
  bytes.writeBigUInt64LE(terms.launchId, 11);
  bytes.set(testKey('authority').toBytes(), 19);
  bytes.set(LAUNCH_MINT.toBytes(), 51);
  bytes.set(PLEDGE_MINT.toBytes(), 83);
  bytes.set(seededAddress('escrow_ta', terms.launchId).toBytes(), 115);
  bytes.writeBigUInt64LE(terms.minRaise, 147);
  bytes.writeBigUInt64LE(terms.maxRaise, 155);
  bytes.writeBigUInt64LE(terms.tokenAllocation, 163);
  bytes.writeBigUInt64LE(terms.totalPledged, 171);
  bytes.writeUInt32LE(terms.pledgerCount, 179);
  bytes.writeBigInt64LE(terms.startTs, 183);
  bytes.writeBigInt64LE(terms.endTs, 191);
  bytes.writeBigInt64LE(terms.releaseStartTs, 199);
  bytes.writeUInt32LE(terms.cliffSeconds, 207);
  bytes.writeUInt32LE(terms.durationSeconds, 211);
  bytes.writeBigUInt64LE(terms.maxPledgePerWallet, 215);
  return bytes;
}

export function pledgeBytes(launchId: bigint, { pledger, amount, released, refunded }: PledgeTerms): Buffer {
  const bytes = anchorAccount('Pledge', 139);
  bytes.writeBigUInt64LE(launchId, 10);
  bytes.set(pledger.toBytes(), 18);
  bytes.writeBigUInt64LE(amount, 50);
  bytes.writeBigUInt64LE(released ?? 0n, 58);
  bytes.writeUInt8(refunded ? 1 : 0, 66);
  bytes.writeBigInt64LE(1_790_000_100n, 67);
  return bytes;
}

export function tokenAccountBytes(mint: PublicKey, owner: PublicKey, amount: bigint): Buffer {
  const bytes = Buffer.alloc(165);
  bytes.set(mint.toBytes(), 0);
  bytes.set(owner.toBytes(), 32);
  bytes.writeBigUInt64LE(amount, 64);
  bytes.writeUInt8(1, 108);
  return bytes;
}

export function mintBytes(decimals: number): Buffer {
  const bytes = Buffer.alloc(82);
  bytes.writeUInt8(decimals, 44);
  bytes.writeUInt8(1, 45);
  return bytes;
}
