/** How many bytes every value of a type has, and what it costs to read. */
interface Extent {
  /** The fewest bytes of a value. */
  readonly least: number;
  /** Whether every value has just that many. */
  readonly fixed: boolean;
  /** The alignment in memory, where the type is copied as it is in memory: bytes. */
  readonly align: number;
  /** The values in it, and in those: a bound on the work of reading `least` bytes. */
  readonly cost: number;
}

export interface LayoutField {
  readonly name: string;
  /** Bytes between the field before it and this one. */
  readonly skip: number;
  readonly layout: Layout;
}

export interface Fields {
  /** Fields of a tuple are named by their position, from "0". */
  readonly named: boolean;
  readonly items: readonly LayoutField[];
}

export interface Variant {
  readonly name: string;
  readonly fields: Fields;
}

export type IntegerBits = 8 | 16 | 32 | 64 | 128 | 256;

/** How a value of a type lies in the bytes of an account, every generic type and alias resolved. */
export type Layout = Extent &
  (
    | { readonly kind: 'integer'; readonly bits: IntegerBits; readonly signed: boolean }
    | { readonly kind: 'float'; readonly bits: 32 | 64 }
    | { readonly kind: 'bool' | 'string' | 'pubkey' }
    /** `bytes`, vectors and arrays of u8; without a length, a u32 before them says it. */
    | { readonly kind: 'bytes'; readonly length: number | undefined }
    | { readonly kind: 'option'; readonly inner: Layout }
    /** A tag of 4 bytes, and the bytes of a value even where there is none. */
    | { readonly kind: 'coption'; readonly inner: Layout }
    | { readonly kind: 'vector'; readonly inner: Layout }
    | { readonly kind: 'array'; readonly inner: Layout; readonly length: number }
    /** `end` bytes follow the last field. */
    | { readonly kind: 'struct'; readonly name: string; readonly fields: Fields; readonly end: number }
    | { readonly kind: 'enum'; readonly name: string; readonly variants: readonly Variant[] }
  );

export type LayoutOf<Kind extends Layout['kind']> = Extract<Layout, { readonly kind: Kind }>;

const scalar = (bytes: number): Extent => ({ least: bytes, fixed: true, align: bytes, cost: 1 });

const integer = (bits: IntegerBits, signed: boolean): Layout => ({
  ...{ kind: 'integer', bits, signed },
  ...scalar(bits / 8),
});

const key: Layout = { kind: 'pubkey', ...scalar(32), align: 1 };
const counted = { least: 4, fixed: false, align: 4, cost: 1 } as const;

/** The types that IDLs name without declaring them; `publicKey` is what they wrote before Anchor 0.30. */
export const PRIMITIVES: ReadonlyMap<string, Layout> = new Map<string, Layout>([
  ...([8, 16, 32, 64, 128, 256] as const).flatMap((bits): [string, Layout][] => [
    [`u${bits}`, integer(bits, false)],
    [`i${bits}`, integer(bits, true)],
  ]),
  ['f32', { kind: 'float', bits: 32, ...scalar(4) }],
  ['f64', { kind: 'float', bits: 64, ...scalar(8) }],
  ['bool', { kind: 'bool', ...scalar(1) }],
  ['string', { kind: 'string', ...counted }],
  ['bytes', { kind: 'bytes', length: undefined, ...counted }],
  ['pubkey', key],
  ['publicKey', key],
]);

function isByte(layout: Layout): boolean {
  return layout.kind === 'integer' && layout.bits === 8 && !layout.signed;
}

export function optionOf(inner: Layout): Layout {
  return { kind: 'option', inner, least: 1, fixed: false, align: 1, cost: 1 };
}

export function coptionOf(inner: Layout): Layout {
  return { kind: 'coption', inner, least: 4 + inner.least, fixed: true, align: 4, cost: 1 + inner.cost };
}

export function vectorOf(inner: Layout): Layout {
  return isByte(inner)
    ? { kind: 'bytes', length: undefined, ...counted }
    : { kind: 'vector', inner, ...counted };
}

export function arrayOf(inner: Layout, length: number): Layout {
  const { align, fixed } = inner;
  const extent = { least: length * inner.least, fixed, align, cost: 1 + length * inner.cost };
  return isByte(inner)
    ? { kind: 'bytes', length, ...extent, cost: 1 }
    : { kind: 'array', inner, length, ...extent };
}
