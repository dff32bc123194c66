import fc from 'fast-check';
import { readIdl } from '../../../idl/anchor/document.ts';
import { accountsOf } from '../../../idl/anchor/resolve.ts';

export const DISCRIMINATOR = [1, 2, 3];

export interface Type {
  readonly name: string;
  readonly [part: string]: unknown;
}

/** The account `It` of an IDL with these types. */
export function accountOf(...types: readonly Type[]) {
  const accounts = [{ name: 'It', discriminator: DISCRIMINATOR }];
  const metadata = { name: 'random', version: '0.1.0', spec: '0.1.0' };
  const [account] = accountsOf(readIdl(JSON.stringify({ metadata, accounts, types })));
  if (account === undefined || 'refusal' in account) throw account?.refusal ?? new Error('no account');
  return account;
}

export const struct = (name: string, fields: unknown, more = {}): Type => ({
  name,
  ...more,
  type: { kind: 'struct', fields },
});
export const field = (name: string, type: unknown) => ({ name, type });

const PRIMITIVES = [
  ...['u8', 'i8', 'u16', 'i16', 'u32', 'i32', 'u64', 'i64', 'u128', 'i128', 'u256', 'i256'],
  ...['f32', 'f64', 'bool', 'string', 'bytes', 'pubkey'],
];

/** Types of which each may use those after it. */
export const randomTypes = fc.integer({ min: 1, max: 5 }).chain((count) => {
  const names = Array.from({ length: count }, (_, at) => (at === 0 ? 'It' : `T${at}`));
  return fc.tuple(...names.map((name, at) => definition(name, names.slice(at + 1))));
});

function definition(name: string, below: readonly string[]): fc.Arbitrary<Type> {
  const fields = fc.oneof(
    fc
      .array(typeAmong(below), { minLength: 1, maxLength: 5 })
      .map((types) => types.map((type, at) => field(`f${at}`, type))),
    fc.array(typeAmong(below), { minLength: 1, maxLength: 3 }),
  );
  const asStruct = fields.map((of) => struct(name, of));
  if (name === 'It') return asStruct;
  const variants = fc.array(fc.option(fields, { nil: undefined }), { minLength: 1, maxLength: 4 });
  const asEnum = variants.map((of) => ({
    name,
    type: {
      kind: 'enum',
      variants: of.map((each, at) => ({ name: `V${at}`, ...(each && { fields: each }) })),
    },
  }));
  const asAlias = typeAmong(below).map((alias) => ({ name, type: { kind: 'type', alias } }));
  return fc.oneof(asStruct, asEnum, asAlias);
}

export function typeAmong(names: readonly string[]): fc.Arbitrary<unknown> {
  const leaf = fc.constantFrom<unknown>(...PRIMITIVES, ...names.map((name) => ({ defined: { name } })));
  const composed = fc.oneof(
    // An option of an alias may be one of an option.
    fc.constantFrom(...PRIMITIVES).map((option) => ({ option })),
    leaf.map((vec) => ({ vec })),
    fc.tuple(leaf, fc.integer({ min: 0, max: 3 })).map((array) => ({ array })),
  );
  return fc.oneof(
    leaf,
    leaf,
    composed,
    composed.map((vec) => ({ vec })),
  );
}
