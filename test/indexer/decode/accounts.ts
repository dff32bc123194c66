import fc from 'fast-check';
import type { AccountLayout, FieldLayout } from '../../../idl/layout.ts';

/** A field's bytes, at the ends of its type more often than chance has it. */
function fieldBytes({ name, type, size }: FieldLayout): fc.Arbitrary<Uint8Array> {
  if (name === 'status') return fc.integer({ min: 0, max: 4 }).map((value) => Uint8Array.of(value));
  if (type === 'bool') return fc.boolean().map((value) => Uint8Array.of(Number(value)));
  const anything = fc.uint8Array({ minLength: size, maxLength: size });
  const lowestSigned = Uint8Array.from({ length: size }, (_, at) => (at === size - 1 ? 0x80 : 0));
  const extremes = [new Uint8Array(size), new Uint8Array(size).fill(255), lowestSigned];
  return fc.oneof({ weight: 3, arbitrary: anything }, fc.constantFrom(...extremes));
}

/** The bytes of a valid account of a layout. */
export function accountBytesOf(layout: AccountLayout): fc.Arbitrary<Buffer> {
  return fc
    .tuple(...layout.fields.map(fieldBytes))
    .map((parts) => Buffer.concat([layout.discriminator, ...parts]));
}
