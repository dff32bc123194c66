import { PublicKey } from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePubkey, pubkeyBytes, pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe('a public key', () => {
  test('is written and read as the web3 library does, leading zeros included', () => {
    const zeros = fc.nat(32).map((count) => new Uint8Array(32).fill(7, count));
    fc.assert(
      fc.property(fc.oneof(bytes32, zeros), (bytes) => {
        const text = pubkeyFromBytes(bytes);
        expect(text).toBe(new PublicKey(bytes).toBase58());
        expect(pubkeyBytes(text)).toEqual(bytes);
        expect(parsePubkey(text)).toBe(text);
      }),
    );
  });

  test.each([
    ['nothing', ''],
    ['31 bytes', '1'.repeat(31)],
    ['33 bytes', '1'.repeat(33)],
    ['44 digits beyond 32 bytes', 'z'.repeat(44)],
    ['a letter that base58 leaves out', `0${'1'.repeat(31)}`],
    ['letters of another script', 'ключ'.repeat(10)],
    ['white space around it', ` ${'1'.repeat(32)}`],
  ])('is not %s', (_what, text) => {
    expect(() => parsePubkey(text)).toThrow(expect.objectContaining({ code: 'PUBKEY_MALFORMED' }));
  });

  test('of other than 32 bytes is never written', () => {
    for (const length of [0, 31, 33]) {
      expect(() => pubkeyFromBytes(new Uint8Array(length))).toThrow('is not a base58 public key');
    }
  });

  test('that is far too long is refused before it is decoded, and shown cut short', () => {
    const long = 'z'.repeat(1_000_000);
    expect(() => parsePubkey(long)).toThrow(`"${'z'.repeat(64)}…" is not a base58 public key of 32 bytes.`);
  });
});
