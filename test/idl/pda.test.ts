import { PublicKey } from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pubkeyBytes } from '../../core/kernel/pubkey.ts';
import { LOCALNET_PROGRAM_ID } from '../../idl/localnet.ts';
import {
  escrowTokenAddress,
  findProgramAddress,
  launchAddress,
  launchVaultAddress,
  pledgeAddress,
} from '../../idl/pda.ts';

const key = fc.uint8Array({ minLength: 32, maxLength: 32 });
const launchIds = fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.constantFrom(0n, 2n ** 64n - 1n));

function le(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}

function theirs(seeds: readonly Uint8Array[], programId: Uint8Array) {
  const [address, bump] = PublicKey.findProgramAddressSync([...seeds], new PublicKey(programId));
  return { address: address.toBytes(), bump };
}

describe('a program address', () => {
  test('is the one that web3.js finds, for any seeds', () => {
    const seeds = fc.array(fc.uint8Array({ maxLength: 32 }), { maxLength: 15 });
    fc.assert(
      fc.property(seeds, key, (parts, programId) => {
        expect(findProgramAddress(parts, programId)).toEqual(theirs(parts, programId));
      }),
      { numRuns: 50 },
    );
  });

  test('has the seeds of the specification', () => {
    fc.assert(
      fc.property(key, launchIds, key, (programId, id, pledger) => {
        const text = (value: string) => Buffer.from(value);
        expect(launchAddress(programId, id)).toEqual(theirs([text('launch'), le(id)], programId).address);
        expect(pledgeAddress(programId, id, pledger)).toEqual(
          theirs([text('pledge'), le(id), pledger], programId).address,
        );
        expect(escrowTokenAddress(programId, id)).toEqual(
          theirs([text('escrow_ta'), le(id)], programId).address,
        );
        expect(launchVaultAddress(programId, id)).toEqual(
          theirs([text('launch_vault'), le(id)], programId).address,
        );
      }),
      { numRuns: 50 },
    );
  });

  test.each([
    ['a seed of 33 bytes', [new Uint8Array(33)]],
    ['16 seeds', Array.from({ length: 16 }, () => new Uint8Array(1))],
  ])('is refused for %s', (_, seeds) => {
    expect(() => findProgramAddress(seeds, pubkeyBytes(LOCALNET_PROGRAM_ID))).toThrow(
      expect.objectContaining({ code: 'PDA_UNDERIVABLE' }),
    );
  });

  test.each([-1n, 2n ** 64n])('is refused for launch %d', (launchId) => {
    expect(() => launchAddress(pubkeyBytes(LOCALNET_PROGRAM_ID), launchId)).toThrow(
      expect.objectContaining({ code: 'U64_MALFORMED' }),
    );
  });
});
