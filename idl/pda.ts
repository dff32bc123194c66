import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { LaunchlensError } from '../core/kernel/errors/error.ts';
import { U64_MAX } from '../schemas/u64.ts';

const MARKER = utf8ToBytes('ProgramDerivedAddress');
const MAX_SEEDS = 15;
const MAX_SEED_BYTES = 32;

/** A program-derived address: 32 bytes that no private key can sign for. */
export interface ProgramAddress {
  readonly address: Uint8Array;
  readonly bump: number;
}

/**
 * Solana's rule: SHA-256 over the seeds, a bump counted down from 255, the program and a marker; the first result
 * that is not on the ed25519 curve.
 * @throws PDA_UNDERIVABLE for seeds outside Solana's limits, or if all 256 bumps give curve points.
 */
export function findProgramAddress(seeds: readonly Uint8Array[], programId: Uint8Array): ProgramAddress {
  if (seeds.length > MAX_SEEDS) throw underivable(`${seeds.length} seeds, at most ${MAX_SEEDS} are allowed`);
  for (const { length } of seeds) {
    if (length > MAX_SEED_BYTES) throw underivable(`a seed of ${length} bytes, at most 32 are allowed`);
  }
  const hash = sha256.create();
  for (const seed of seeds) hash.update(seed);
  for (let bump = 255; bump >= 0; bump -= 1) {
    const address = hash.clone().update(Uint8Array.of(bump)).update(programId).update(MARKER).digest();
    if (!isOnCurve(address)) return { address, bump };
  }
  throw underivable('every bump gives a point of the curve');
}

/** Address of a launch's LaunchConfig. */
export function launchAddress(programId: Uint8Array, launchId: bigint): Uint8Array {
  return findProgramAddress([utf8ToBytes('launch'), u64(launchId)], programId).address;
}

/** Address of one wallet's Pledge to a launch. */
export function pledgeAddress(programId: Uint8Array, launchId: bigint, pledger: Uint8Array): Uint8Array {
  return findProgramAddress([utf8ToBytes('pledge'), u64(launchId), pledger], programId).address;
}

/** Address of the token account that holds a launch's pledges. */
export function escrowTokenAddress(programId: Uint8Array, launchId: bigint): Uint8Array {
  return findProgramAddress([utf8ToBytes('escrow_ta'), u64(launchId)], programId).address;
}

/** Address of the token account that holds the launch tokens allocated to pledgers. */
export function launchVaultAddress(programId: Uint8Array, launchId: bigint): Uint8Array {
  return findProgramAddress([utf8ToBytes('launch_vault'), u64(launchId)], programId).address;
}

/** @throws U64_MALFORMED */
function u64(value: bigint): Uint8Array {
  if (value < 0n || value > U64_MAX) {
    throw new LaunchlensError('U64_MALFORMED', { name: 'launch_id', value: value.toString() });
  }
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}

/** Whether a private key may exist for these bytes. */
export function isOnCurve(bytes: Uint8Array): boolean {
  try {
    // The validator decompresses leniently (ZIP 215): it accepts a y that is not reduced modulo the field's
    // prime.
    ed25519.Point.fromBytes(bytes, true);
    return true;
  } catch {
    return false;
  }
}

function underivable(reason: string): LaunchlensError<'PDA_UNDERIVABLE'> {
  return new LaunchlensError('PDA_UNDERIVABLE', { reason });
}
