import { hash } from 'node:crypto';

export interface PledgeSeeds {
  readonly programId: Uint8Array;
  readonly launchId: bigint;
  readonly wallet: Uint8Array;
}

const PLEDGE = Buffer.from('pledge');
const MARKER = Buffer.from('ProgramDerivedAddress');
const LAUNCH_ID_AT = PLEDGE.length;
const WALLET_AT = LAUNCH_ID_AT + 8;
const BUMP_AT = WALLET_AT + 32;
const PROGRAM_AT = BUMP_AT + 1;

/**
 * Whether one of the keys is the address of the wallet's Pledge to the launch. Each bump costs a hash and a
 * comparison. Deriving the address would also check each bump against the curve, which costs a hundred times as
 * much and is unnecessary here: nobody can find seeds for a key that is not derived from them.
 */
export function namesPledgeOf(
  { programId, launchId, wallet }: PledgeSeeds,
  keys: readonly Uint8Array[],
): boolean {
  const preimage = Buffer.alloc(PROGRAM_AT + programId.length + MARKER.length);
  PLEDGE.copy(preimage);
  preimage.writeBigUInt64LE(launchId, LAUNCH_ID_AT);
  preimage.set(wallet, WALLET_AT);
  preimage.set(programId, PROGRAM_AT);
  MARKER.copy(preimage, PROGRAM_AT + programId.length);
  for (let bump = 255; bump >= 0; bump -= 1) {
    preimage[BUMP_AT] = bump;
    const address = hash('sha256', preimage, 'buffer');
    if (keys.some((key) => address.equals(key))) return true;
  }
  return false;
}
