import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { encodePubkey, type Pubkey, pubkeyBytes } from './base58.ts';
import { equalBytes, u64Bytes } from './bytes.ts';

const MARKER = utf8ToBytes('ProgramDerivedAddress');

export interface LaunchAddresses {
  readonly launchConfig: Pubkey;
  readonly escrowTokenAccount: Pubkey;
  readonly launchVault: Pubkey;
}

export function launchAddresses(programId: Pubkey, launchId: bigint): LaunchAddresses {
  const derive = (seed: string) => programAddress(programId, [utf8ToBytes(seed), u64Bytes(launchId)]);
  return {
    launchConfig: derive('launch'),
    escrowTokenAccount: derive('escrow_ta'),
    launchVault: derive('launch_vault'),
  };
}

export function pledgeAddress(
  programId: Pubkey,
  launchId: bigint,
  pledger: Uint8Array,
  guess?: Pubkey,
): Pubkey {
  return programAddress(programId, [utf8ToBytes('pledge'), u64Bytes(launchId), pledger], guess);
}

/**
 * The program-derived address: the hash of seeds, bump, program and marker for the greatest bump whose hash is not on
 * the ed25519 curve, so that no private key can exist for it.
 *
 * `guess` is an address at which an account of the program was found: a hash equal to it needs no curve arithmetic
 * (nobody finds a key pair whose public key is a given hash), which halves the time for thousands of pledges.
 */
export function programAddress(programId: Pubkey, seeds: readonly Uint8Array[], guess?: Pubkey): Pubkey {
  const program = pubkeyBytes(programId) ?? new Uint8Array(32);
  const guessed = guess === undefined ? undefined : pubkeyBytes(guess);
  for (let bump = 255; bump >= 0; bump--) {
    const hash = sha256(concatBytes(...seeds, Uint8Array.of(bump), program, MARKER));
    if ((guessed && equalBytes(guessed, hash)) || !isOnCurve(hash)) return encodePubkey(hash);
  }
  // 256 hashes all on the curve: one chance in 2^256.
  throw new RangeError('no bump gives an address off the curve');
}

function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes);
    return true;
  } catch {
    return false;
  }
}
