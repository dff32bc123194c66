import { createRequire } from 'node:module';
import type { Idl } from '@coral-xyz/anchor';
import anchor from '@coral-xyz/anchor';
import fc from 'fast-check';
import type { Fields, Layout } from '../../../idl/anchor/layout.ts';

const { BN, web3 } = anchor;
// The coder of types is not part of Anchor's main entry.
const { IdlCoder } = createRequire(import.meta.url)('@coral-xyz/anchor/dist/cjs/coder/borsh/idl.js') as {
  IdlCoder: {
    typeDefLayout(of: { typeDef: unknown; types: unknown }): { encode(value: unknown, into: Buffer): number };
  };
};

/** A value as Anchor's coder takes it, and as our JSON says it. */
interface Value {
  readonly anchor: unknown;
  readonly json: unknown;
}

/** The bytes of one value of a type, by Anchor's own coder. */
export function encodedByAnchor(types: Idl['types'], name: string, value: unknown): Buffer {
  const typeDef = types?.find((type) => type.name === name);
  const into = Buffer.alloc(262_144);
  return into.subarray(0, IdlCoder.typeDefLayout({ typeDef, types }).encode(value, into));
}

const bytes = (length: { minLength: number; maxLength: number }) => fc.uint8Array(length);
const same = (of: fc.Arbitrary<unknown>) => of.map((value): Value => ({ anchor: value, json: value }));

/** Random values of a type. Anchor's coder knows no COption, and cannot tell an option within an option from none. */
export function valuesOf(layout: Layout): fc.Arbitrary<Value> {
  switch (layout.kind) {
    case 'integer':
      return integers(layout.bits, layout.signed);
    case 'float':
      return (layout.bits === 32 ? fc.float() : fc.double()).map((value) => ({
        anchor: value,
        json: Number.isFinite(value) ? value : `${value}`,
      }));
    case 'bool':
      return same(fc.boolean());
    case 'string':
      return same(fc.string({ maxLength: 8, unit: 'binary' }));
    case 'pubkey':
      return bytes({ minLength: 32, maxLength: 32 }).map((key) => {
        const address = new web3.PublicKey(key);
        return { anchor: address, json: address.toBase58() };
      });
    case 'bytes': {
      const { length } = layout;
      const sized = { minLength: length ?? 0, maxLength: length ?? 8 };
      return bytes(sized).map((value) => ({
        anchor: Buffer.from(value),
        json: Buffer.from(value).toString('base64'),
      }));
    }
    case 'option':
      return fc.oneof(same(fc.constant(null)), valuesOf(layout.inner));
    case 'vector':
      return listsOf(layout.inner, { minLength: 0, maxLength: 3 });
    case 'array':
      return listsOf(layout.inner, { minLength: layout.length, maxLength: layout.length });
    case 'struct':
      return fieldsOf(layout.fields);
    case 'enum':
      return fc.oneof(
        ...layout.variants.map(({ name, fields }) =>
          fields.items.length === 0
            ? fc.constant({ anchor: { [name]: {} }, json: name })
            : fieldsOf(fields).map(({ anchor: inner, json }) => ({
                anchor: { [name]: inner },
                json: { [name]: json },
              })),
        ),
      );
    default:
      throw new Error(`Anchor's coder does not encode a ${layout.kind}`);
  }
}

function integers(bits: number, signed: boolean): fc.Arbitrary<Value> {
  const [min, max] = signed
    ? [-(1n << BigInt(bits - 1)), (1n << BigInt(bits - 1)) - 1n]
    : [0n, (1n << BigInt(bits)) - 1n];
  return fc
    .bigInt({ min, max })
    .map((value) =>
      bits > 32
        ? { anchor: new BN(`${value}`), json: `${value}` }
        : { anchor: Number(value), json: Number(value) },
    );
}

function listsOf(inner: Layout, sized: { minLength: number; maxLength: number }): fc.Arbitrary<Value> {
  return fc.array(valuesOf(inner), sized).map((values) => ({
    anchor: values.map((value) => value.anchor),
    json: values.map((value) => value.json),
  }));
}

function fieldsOf({ named, items }: Fields): fc.Arbitrary<Value> {
  return fc.tuple(...items.map(({ layout }) => valuesOf(layout))).map((values) => {
    const with_ = (of: keyof Value) =>
      Object.fromEntries(items.map(({ name }, at) => [name, values[at]?.[of]]));
    const isTuple = !named && items.length > 0;
    return { anchor: with_('anchor'), json: isTuple ? values.map(({ json }) => json) : with_('json') };
  });
}
