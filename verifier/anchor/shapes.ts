import { isRecord } from '../chain/http.ts';
import { encodePubkey } from '../codec/base58.ts';
import type { Declared, Idl } from './idl.ts';

/** One type: how Anchor's coder is told it, and what the API must say of a value that the coder read. */
export interface Shape {
  /** The type in the terms that Anchor's coder knows. */
  readonly coded: unknown;
  readonly json: (value: unknown) => unknown;
  /** Bytes of every value; undefined where they vary. */
  readonly size: number | undefined;
  /** Of a type that is copied as it lies in memory. */
  readonly align: number;
}

/** The IDL is beyond Anchor's coder and what is added to it here. */
export class Unsupported extends Error {}
/** The bytes contradict the IDL. */
class Contradicted extends Error {}

type Generics = ReadonlyMap<string, Shape | number>;
type Coded = { readonly name: string; readonly type: unknown };

const DEEPEST = 64;
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const PLAIN_SIZES: Readonly<Record<string, number>> = {
  ...{ bool: 1, u8: 1, i8: 1, u16: 2, i16: 2, u32: 4, i32: 4, f32: 4 },
  ...{ u64: 8, i64: 8, f64: 8, u128: 16, i128: 16, u256: 32, i256: 32 },
};

/**
 * The shape of an account type. Anchor's coder lacks a few types, which are told to it as others with the same bytes:
 * padding of C as an array, COption as a struct, an option within an option as an enum. Strings are told as bytes, since
 * the coder accepts text that is not UTF-8. Generic types are resolved here.
 * @returns the shape, and the types that its `coded` names @throws Unsupported
 */
export function shapeOf(
  idl: Idl,
  account: string,
): { readonly shape: Shape; readonly types: readonly Coded[] } {
  const types: Coded[] = [];
  let depth = 0;

  function register(type: unknown): unknown {
    const name = `T${types.length}`;
    types.push({ name, type });
    return { defined: { name } };
  }

  function defined(name: string, args: readonly unknown[], outer: Generics): Shape {
    const type = idl.types.get(name);
    if (!type) throw new Unsupported(`the IDL declares no type ${name}`);
    const parameters = (type.generics ?? []).map((each) => (typeof each === 'string' ? each : each.name));
    const generics = new Map(parameters.map((each, at) => [each, argument(args[at], outer)]));
    depth += 1;
    if (depth > DEEPEST) throw new Unsupported(`${name} contains itself`);
    const shape = ofDeclared(type, generics);
    depth -= 1;
    return shape;
  }

  function argument(arg: unknown, outer: Generics): Shape | number {
    if (!isRecord(arg)) throw new Unsupported('a generic argument is missing');
    if (!('value' in arg)) return ofType(arg.type, outer);
    return outer.get(String(arg.value)) ?? Number(arg.value);
  }

  function ofDeclared(declared: Declared, generics: Generics): Shape {
    const { type, serialization = 'borsh' } = declared;
    if (typeof serialization !== 'string')
      throw new Unsupported(`${declared.name} has its own serialization`);
    if (type.kind === 'struct') return ofStruct(declared, generics);
    if (type.kind === 'enum') return ofEnum(declared, generics);
    if (type.kind === 'type' || type.kind === 'alias') return ofType(type.alias ?? type.value, generics);
    throw new Unsupported(`${declared.name} is of the unknown kind ${type.kind}`);
  }

  function ofStruct({ name, type, serialization, repr }: Declared, generics: Generics): Shape {
    const fields = fieldsOf(type.fields, generics);
    const shapes = fields.list.map(({ shape }) => shape);
    const isAligned = serialization === 'bytemuckunsafe' && !repr?.packed;
    const placed = isAligned ? padded(name, shapes, repr?.align) : { skips: [], end: 0, align: 1 };
    const coded = fields.list.flatMap((field, at) => [...padding(placed.skips[at], at), field.coded]);
    return {
      coded: register({ kind: 'struct', fields: [...coded, ...padding(placed.end, 'end')] }),
      json: fields.json,
      size: total([...shapes.map(({ size }) => size), ...placed.skips, placed.end]),
      align: repr?.packed ? 1 : isAligned ? placed.align : Math.max(1, ...shapes.map(({ align }) => align)),
    };
  }

  function ofEnum({ name, type, serialization = 'borsh', repr }: Declared, generics: Generics): Shape {
    if (serialization !== 'borsh' && repr?.kind === 'c') {
      throw new Unsupported(`the IDL does not say how many bytes the enum ${name} of C has`);
    }
    const variants = (type.variants ?? []).map((variant) => ({
      name: variant.name,
      ...fieldsOf(variant.fields, generics),
    }));
    const sizes = variants.map(({ list }) => total(list.map(({ shape }) => shape.size)));
    return {
      coded: register({
        kind: 'enum',
        variants: variants.map((variant) => ({
          name: variant.name,
          fields: variant.list.map(({ coded }) => coded),
        })),
      }),
      json: (value) => {
        const [[read, content] = ['', {}]] = Object.entries(value as Record<string, unknown>);
        const variant = variants.find((each) => each.name === read);
        return variant?.list.length ? { [read]: variant.json(content) } : read;
      },
      size: new Set(sizes).size === 1 ? total([1, sizes[0]]) : undefined,
      align: 1,
    };
  }

  function fieldsOf(fields: readonly unknown[] = [], generics: Generics) {
    const isNamed = fields.some((field) => isRecord(field) && 'name' in field);
    const list = fields.map((field, at) => {
      const name = isNamed && isRecord(field) ? String(field.name) : `${at}`;
      const shape = ofType(isNamed && isRecord(field) ? field.type : field, generics);
      // The coder reads fields of a struct by name; those of a tuple get their position.
      return { name, shape, coded: { name, type: shape.coded } };
    });
    const json = (value: unknown): unknown => {
      const read = value as Record<string, unknown>;
      const entries = list.map(({ name, shape }) => [name, shape.json(read[name])] as const);
      return isNamed || list.length === 0 ? Object.fromEntries(entries) : entries.map(([, each]) => each);
    };
    return { list, json };
  }

  function ofType(type: unknown, generics: Generics): Shape {
    if (typeof type === 'string') return primitive(type);
    if (isRecord(type)) {
      if ('option' in type) return optionOf(ofType(type.option, generics));
      if ('coption' in type) return coptionOf(ofType(type.coption, generics));
      if ('vec' in type) return listOf(ofType(type.vec, generics), undefined);
      if (Array.isArray(type.array))
        return listOf(ofType(type.array[0], generics), lengthOf(type.array[1], generics));
      if (Array.isArray(type.genericLenArray)) {
        const [inner, generic] = type.genericLenArray;
        return listOf(ofType(inner, generics), lengthOf({ generic }, generics));
      }
      if (typeof type.generic === 'string') {
        const known = generics.get(type.generic);
        if (known !== undefined && typeof known !== 'number') return known;
      }
      if (typeof type.defined === 'string') return defined(type.defined, [], generics);
      const named = isRecord(type.defined) ? type.defined : type.definedWithTypeArgs;
      if (isRecord(named)) {
        return defined(String(named.name), (named.generics ?? named.args ?? []) as unknown[], generics);
      }
    }
    throw new Unsupported(`type ${JSON.stringify(type)} is not known`);
  }

  function optionOf(inner: Shape): Shape {
    const isNested = isOption(inner.coded);
    const json = (value: unknown): unknown => (isNested ? { some: inner.json(value) } : inner.json(value));
    if (!isNested) {
      return {
        ...VARIES,
        coded: { option: inner.coded },
        json: (value) => (value === null ? null : json(value)),
      };
    }
    const variants = [{ name: 'None' }, { name: 'Some', fields: [{ name: 'value', type: inner.coded }] }];
    const read = (value: unknown): unknown => {
      const { Some } = value as { readonly Some?: { readonly value: unknown } };
      return Some === undefined ? null : json(Some.value);
    };
    return { ...VARIES, coded: marked(register({ kind: 'enum', variants })), json: read };
  }

  function coptionOf(inner: Shape): Shape {
    if (inner.size === undefined) throw new Unsupported('the value of a COption varies in size');
    const fields = [
      { name: 'tag', type: 'u32' },
      { name: 'value', type: inner.coded },
    ];
    const json = (read: unknown): unknown => {
      const { tag, value } = read as { readonly tag: number; readonly value: unknown };
      if (tag > 1) throw new Contradicted(`the tag of a COption is ${tag}`);
      if (tag === 0) return null;
      return isOption(inner.coded) ? { some: inner.json(value) } : inner.json(value);
    };
    return { coded: marked(register({ kind: 'struct', fields })), json, size: 4 + inner.size, align: 4 };
  }

  return { shape: defined(account, [], new Map()), types };
}

const VARIES = { size: undefined, align: 1 } as const;
const options = new WeakSet<object>();

/** Notes that a type stands for an option, whichever way the coder is told it. */
function marked(coded: unknown): unknown {
  options.add(coded as object);
  return coded;
}

function isOption(coded: unknown): boolean {
  return isRecord(coded) && ('option' in coded || options.has(coded));
}

function primitive(name: string): Shape {
  const asIs = (value: unknown): unknown => value;
  const size = PLAIN_SIZES[name];
  if (size !== undefined) {
    const isFloat = name.startsWith('f');
    const float = (value: unknown): unknown => (Number.isFinite(value) ? value : String(value));
    return { coded: name, json: size > 4 && !isFloat ? String : isFloat ? float : asIs, size, align: size };
  }
  if (name === 'pubkey' || name === 'publicKey') {
    const json = (key: unknown): unknown => encodePubkey((key as { toBytes(): Uint8Array }).toBytes());
    return { coded: 'pubkey', json, size: 32, align: 1 };
  }
  if (name === 'bytes') return { ...VARIES, coded: 'bytes', json: base64 };
  if (name === 'string') return { ...VARIES, coded: 'bytes', json: text };
  throw new Unsupported(`type ${JSON.stringify(name)} is not known`);
}

/** A vector, or an array of a length. Those of bytes are base64. */
function listOf(inner: Shape, length: number | undefined): Shape {
  const isBytes = inner.coded === 'u8';
  const json = isBytes
    ? base64
    : (value: unknown): unknown => (value as unknown[]).map((each) => inner.json(each));
  if (length === undefined) return { ...VARIES, coded: isBytes ? 'bytes' : { vec: inner.coded }, json };
  const size = inner.size === undefined ? undefined : length * inner.size;
  return { coded: { array: [inner.coded, length] }, json, size, align: inner.align };
}

function lengthOf(length: unknown, generics: Generics): number {
  const known = isRecord(length) ? generics.get(String(length.generic)) : length;
  if (typeof known === 'number' && Number.isSafeInteger(known) && known >= 0) return known;
  throw new Unsupported('the length of an array is not a number');
}

function base64(bytes: unknown): string {
  return Buffer.from(bytes as Uint8Array).toString('base64');
}

function text(bytes: unknown): string {
  try {
    return UTF8.decode(bytes as Uint8Array);
  } catch {
    throw new Contradicted('a string is not UTF-8');
  }
}

function padding(bytes: number | undefined, at: number | string) {
  return bytes ? [{ name: `padding before ${at}`, type: { array: ['u8', bytes] } }] : [];
}

function total(sizes: readonly (number | undefined)[]): number | undefined {
  return sizes.reduce((sum, size) => (sum === undefined || size === undefined ? undefined : sum + size), 0);
}

/** Where C puts the fields of a struct: each at a multiple of its alignment. */
function padded(name: string, shapes: readonly Shape[], least = 1) {
  const [narrow, wide] = ([8, 16] as const).map((widest) => placed(name, shapes, { least, widest }));
  if (narrow && JSON.stringify(narrow.places) === JSON.stringify(wide?.places)) return narrow;
  throw new Unsupported(`the fields of ${name} begin where the compiler puts them, since one has 128 bits`);
}

/** @param of.widest the alignment of integers of 128 bits, which newer compilers doubled */
function placed(
  name: string,
  shapes: readonly Shape[],
  of: { readonly least: number; readonly widest: number },
) {
  let at = 0;
  const alignOf = ({ align }: Shape): number => Math.min(align, of.widest);
  const skips = shapes.map((shape) => {
    if (shape.size === undefined) throw new Unsupported(`${name} is copied from memory, and its size varies`);
    const skip = -at & (alignOf(shape) - 1);
    at += skip + shape.size;
    return skip;
  });
  const align = Math.max(of.least, ...shapes.map(alignOf));
  const end = -at & (align - 1);
  return { skips, end, align, places: [...skips, end] };
}
