import { PublicKey } from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clusterDefaults } from '../../../verifier/cli/clusters.ts';
import { launchAddresses, pledgeAddress, programAddress } from '../../../verifier/codec/address.ts';
import { encodePubkey, isPubkey, type Pubkey, pubkeyBytes } from '../../../verifier/codec/base58.ts';
import { parseU64, u64Bytes } from '../../../verifier/codec/bytes.ts';
import { PROGRAM, seededAddress, testKey } from '../../support/verifier/launch-bytes.ts';

const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const program = PROGRAM.toBase58() as Pubkey;

describe('program-derived addresses', () => {
  test('are those that the web3 library derives, for any launch and pledger', () => {
    const pledgers = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(u64, pledgers, (launchId, pledger) => {
        const derived = launchAddresses(program, launchId);
        expect(derived.launchConfig).toBe(seededAddress('launch', launchId).toBase58());
        expect(derived.escrowTokenAccount).toBe(seededAddress('escrow_ta', launchId).toBase58());
        expect(derived.launchVault).toBe(seededAddress('launch_vault', launchId).toBase58());
        const pledge = seededAddress('pledge', launchId, pledger).toBase58() as Pubkey;
        expect(pledgeAddress(program, launchId, pledger)).toBe(pledge);
        expect(pledgeAddress(program, launchId, pledger, pledge)).toBe(pledge);
      }),
      { numRuns: 40 },
    );
  });

  test('stay those of the greatest bump when an address of a smaller bump is guessed', () => {
    // Given: the address of the next smaller bump that lies off the curve, which a program could use as well
    const seed = Buffer.from('launch');
    const [canonical, bump] = PublicKey.findProgramAddressSync([seed, u64Bytes(9n)], PROGRAM);
    const smaller = offCurveBelow(bump, seed);
    // Then: it does not pass for the launch's address
    expect(smaller).not.toBe(canonical.toBase58());
    expect(programAddress(program, [seed, u64Bytes(9n)], smaller)).toBe(canonical.toBase58());
  });

  test('on localnet belong to the program at the hash of its sentence', () => {
    expect(clusterDefaults('localnet').programId).toBe(PROGRAM.toBase58());
  });
});

function offCurveBelow(bump: number, seed: Uint8Array): Pubkey {
  for (let next = bump - 1; next >= 0; next--) {
    try {
      const seeds = [seed, u64Bytes(9n), Uint8Array.of(next)];
      return PublicKey.createProgramAddressSync(seeds, PROGRAM).toBase58() as Pubkey;
    } catch {
      // On the curve: the next one.
    }
  }
  throw new Error('no smaller bump');
}

describe('texts', () => {
  test('a public key is base58 of exactly 32 bytes', () => {
    const key = testKey('any').toBase58();
    expect(isPubkey(key)).toBe(true);
    expect(encodePubkey(pubkeyBytes(key) ?? new Uint8Array())).toBe(key);
    expect(isPubkey('11111111111111111111111111111111')).toBe(true);
    for (const text of [
      '',
      'x',
      `${key}1`,
      key.slice(2),
      `0${key.slice(1)}`,
      '1'.repeat(33),
      'é'.repeat(40),
    ]) {
      expect(isPubkey(text), text).toBe(false);
    }
  });

  test('a u64 is a canonical decimal of at most 64 bits', () => {
    fc.assert(fc.property(u64, (value) => parseU64(value.toString()) === value));
    for (const text of [
      '',
      '01',
      '+1',
      '-1',
      '1.0',
      '1e3',
      ' 1',
      '0x1',
      '18446744073709551616',
      '9'.repeat(30),
    ]) {
      expect(parseU64(text), text).toBeUndefined();
    }
  });
});
