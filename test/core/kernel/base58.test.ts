import { base58 } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixedBase58 } from '../../../core/kernel/base58.ts';

const RUNS = 1_000;

/** Random bytes, and runs of the least and the greatest byte where carries and leading zeros are decided. */
function values(length: number): fc.Arbitrary<Uint8Array> {
  const random = fc.uint8Array({ minLength: length, maxLength: length });
  const filled = fc
    .tuple(random, fc.constantFrom(0, 1, 255), fc.nat(length), fc.nat(length))
    .map(([bytes, value, from, to]) => bytes.fill(value, Math.min(from, to), Math.max(from, to)));
  const leading = fc.tuple(random, fc.nat(length)).map(([bytes, zeros]) => bytes.fill(0, 0, zeros));
  return fc.oneof(random, filled, leading);
}

describe('base58 of one length', () => {
  test.each([32, 64])('writes %d bytes as a codec for any length does', (length) => {
    const encode = fixedBase58(length);
    fc.assert(
      fc.property(values(length), (bytes) => {
        expect(encode(bytes)).toBe(base58.encode(bytes));
      }),
      { numRuns: RUNS },
    );
  });

  test.each([32, 64])('writes the least and the greatest value of %d bytes', (length) => {
    const encode = fixedBase58(length);
    for (const value of [0, 255]) {
      const bytes = new Uint8Array(length).fill(value);
      expect(encode(bytes)).toBe(base58.encode(bytes));
    }
  });
});
