import { createRequire } from 'node:module';
import anchor from '@coral-xyz/anchor';
import fc from 'fast-check';
import type { Fields, Layout } from '../../../idl/anchor/layout.ts';
import type { AnchorAccount } from '../../../idl/anchor/resolve.ts';

const { BN, web3 } = anchor;
// The coder of types is not part of Anchor's main entry.
const { IdlCoder } = createRequire(import.meta.url)('@coral-xyz/anchor/dist/cjs/coder/borsh/idl.js') as {
  IdlCoder: {
    typeDefLayout(of: { typeDef: unknown; types: unknown }): {
      encode(value: unknown, into: Buffer): number;
      decode(bytes: Buffer): unknown;
    };
  };
};

type Types = readonly { readonly name: string; readonly [part: string]: unknown }[];

/** Enough for every account here. */
const LARGEST_ACCOUNT = 131_072;

/** A value as Anchor's coder takes it, and as our JSON says it. */
export interface Value {
  readonly anchor: unknown;
  readonly json: unknown;
}

function coderOf(types: Types, name: string) {
  return IdlCoder.typeDefLayout({ typeDef: types.find((type) => type.name === name), types });
}

/** The bytes of one value of a type, by Anchor's own coder. */
export function encodedByAnchor(types: Types, name: string, value: unknown): Buffer {
  const into = Buffer.alloc(LARGEST_ACCOUNT);
  return into.subarray(0, coderOf(types, name).encode(value, into));
}

/** The account in these bytes by Anchor's own coder, as our JSON says it. */
export function decodedByAnchor(types: Types, { name, layout }: AnchorAccount, bytes: Buffer): unknown {
  return anchorJson(layout, coderOf(types, name).decode(bytes));
}

/** The types of an IDL as its present format writes them, the only one that Anchor's coder knows. */
export function presentTypes(idl: {
  readonly accounts?: readonly unknown[];
  readonly types?: unknown;
}): Types {
  const declared = (idl.accounts ?? []).filter((account) => 'type' in (account as object));
  const types = [...declared, ...((idl.types ?? []) as unknown[])];
  return JSON.parse(JSON.stringify(types), (key, value) => {
    if (value === 'publicKey') return 'pubkey';
    return key === 'defined' && typeof value === 'string' ? { name: value } : value;
  });
}

/** What Anchor's own coder decoded, as our JSON says it. An option within an option is not told from none. */
export function anchorJson(layout: Layout, value: unknown): unknown {
  const list = value as unknown[];
  const fields = ({ named, items }: Fields, of: Record<string, unknown>) => {
    const entries = items.map(({ name, layout: inner }): [string, unknown] => [
      name,
      anchorJson(inner, of[name]),
    ]);
    return named || items.length === 0 ? Object.fromEntries(entries) : entries.map(([, each]) => each);
  };
  switch (layout.kind) {
    case 'integer':
      return layout.bits > 32 ? String(value) : value;
    case 'float':
      return Number.isFinite(value) ? value : `${value}`;
    case 'pubkey':
      return String(value);
    case 'bytes':
      return Buffer.from(value as Uint8Array).toString('base64');
    case 'option':
      return value === null ? null : anchorJson(layout.inner, value);
    case 'vector':
    case 'array':
      return list.map((each) => anchorJson(layout.inner, each));
    case 'struct':
      return fields(layout.fields, value as Record<string, unknown>);
    case 'enum': {
      const [[name, of] = ['', {}]] = Object.entries(value as Record<string, Record<string, unknown>>);
      const variant = layout.variants.find((each) => each.name === name);
      return variant?.fields.items.length ? { [name]: fields(variant.fields, of) } : name;
    }
    default:
      return value;
  }
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
