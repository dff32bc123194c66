import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AddressIndex } from '../../../indexer/model/address-index.ts';
import { viewOf } from '../../../indexer/model/words.ts';

/** Keys that differ in one byte only, wherever it is, beside random ones. */
const key = fc.oneof(
  fc.tuple(fc.nat({ max: 31 }), fc.nat({ max: 255 })).map(([at, value]) => {
    const bytes = new Uint8Array(32);
    bytes[at] = value;
    return bytes;
  }),
  fc.uint8Array({ minLength: 32, maxLength: 32 }),
);

describe('the address index', () => {
  test('finds what a map would find, through growth and after being cleared', () => {
    fc.assert(
      fc.property(fc.array(fc.array(key, { maxLength: 200 }), { maxLength: 3 }), (rounds) => {
        const index = new AddressIndex();
        for (const keys of rounds) {
          const model = new Map<string, number>();
          keys.forEach((bytes, value) => {
            index.setValue(index.entry(viewOf(bytes), 0), value);
            model.set(Buffer.from(bytes).toString('hex'), value);
          });
          expect(index.size).toBe(model.size);
          for (const [hex, value] of model)
            expect(index.find(viewOf(Buffer.from(hex, 'hex')), 0)).toBe(value);
          index.clear();
          for (const bytes of keys) expect(index.find(viewOf(bytes), 0)).toBe(-1);
        }
      }),
    );
  });

  test('gives a new address the value -1 and reads it at any offset', () => {
    const index = new AddressIndex();
    const bytes = viewOf(Buffer.concat([Buffer.alloc(5), Buffer.alloc(32, 7)]));
    const entry = index.entry(bytes, 5);
    expect(index.value(entry)).toBe(-1);
    index.setValue(entry, 12);
    expect(index.find(viewOf(Buffer.alloc(32, 7)), 0)).toBe(12);
    expect(index.find(viewOf(Buffer.alloc(32, 8)), 0)).toBe(-1);
  });
});
