import { isUtf8 } from 'node:buffer';
import { ENUM8_VALUES, isNullable, WIDEST_FIXED_STRING } from './columns.ts';
import { MOST_EMPTY } from './decode.ts';
import type { Fields, Layout, LayoutOf } from './layout.ts';

/**
 * Writes the columns of one account in ClickHouse's RowBinary format: false, with nothing written, if the layout does not
 * explain the bytes. Accepts the same bytes as `compileDecoder`, which says why it refuses others.
 */
export type Transcode = (account: Buffer, into: RowSink) => boolean;

const FIRST_BYTES = 65_536;
/** Up to here, a loop is faster than a call out of JavaScript. */
const SHORT_BYTES = 48;

/** Rows of RowBinary, one after another. */
export class RowSink {
  bytes: Buffer = Buffer.allocUnsafe(FIRST_BYTES);
  length = 0;

  /** Where the next `count` bytes begin, which are written by that. */
  claim(count: number): number {
    const at = this.length;
    this.length = at + count;
    if (this.length > this.bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.length));
      this.bytes.copy(grown, 0, 0, at);
      this.bytes = grown;
    }
    return at;
  }

  byte(value: number): void {
    const at = this.claim(1);
    this.bytes[at] = value;
  }

  /** Seven bits a byte, lowest first. */
  varuint(value: number): void {
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.byte((rest & 0x7f) | 0x80);
    this.byte(rest);
  }

  copy(source: Buffer, from: number, count: number): void {
    const at = this.claim(count);
    if (count > SHORT_BYTES) {
      source.copy(this.bytes, at, from, from + count);
      return;
    }
    const into = this.bytes;
    for (let index = 0; index < count; index += 1) into[at + index] = source[from + index] as number;
  }
}

/** Thrown and caught in this file alone: a failure is rare, and its reason comes from the decoder. */
const UNEXPLAINED = Symbol('unexplained');

/** Compiles the copy of one type of account into code, as `compileDecoder` does. */
export function compileTranscoder(layout: Layout, discriminatorBytes: number): Transcode {
  const columns = layout.kind === 'struct' ? layout.fields.items : [];
  // The columns of an account follow each other as the elements of a tuple would, but for an empty one.
  const write = layout.kind === 'struct' && columns.length === 0 ? compile(undefined) : compile(layout);
  return (account, into) => {
    const start = into.length;
    try {
      const cursor = new Cursor(account, discriminatorBytes, into);
      write(cursor);
      if (layout.kind === 'struct' && columns.length === 0) cursor.skip(layout.end);
      return true;
    } catch (error) {
      if (error !== UNEXPLAINED) throw error;
      into.length = start;
      return false;
    }
  };
}

class Cursor {
  readonly #source: Buffer;
  readonly #into: RowSink;
  #at: number;

  constructor(source: Buffer, at: number, into: RowSink) {
    this.#source = source;
    this.#into = into;
    this.#at = at;
  }

  /** Where the next `count` bytes begin, which are read by that. */
  skip(count: number): number {
    const at = this.#at;
    this.#at = at + count;
    if (this.#at > this.#source.length) throw UNEXPLAINED;
    return at;
  }

  /** Values that are the same in both formats. */
  copy(count: number): number {
    const at = this.skip(count);
    this.#into.copy(this.#source, at, count);
    return at;
  }

  /** The byte at `at`, which was copied, is at most this. */
  atMost(at: number, most: number): void {
    if ((this.#source[at] ?? 0) > most) throw UNEXPLAINED;
  }

  u32(): number {
    const source = this.#source;
    const at = this.skip(4);
    const low =
      (source[at] as number) | ((source[at + 1] as number) << 8) | ((source[at + 2] as number) << 16);
    return low + (source[at + 3] as number) * 0x100_0000;
  }

  /** The bytes of a String column. */
  bytes(count: number): number {
    const at = this.skip(count);
    this.#into.varuint(count);
    this.#into.copy(this.#source, at, count);
    return at;
  }

  counted(): void {
    this.bytes(this.u32());
  }

  text(): void {
    const count = this.u32();
    const at = this.bytes(count);
    if (!isText(this.#source, at, at + count)) throw UNEXPLAINED;
  }

  /** Whether an option has a value. */
  tag(bytes: 1 | 4): boolean {
    const value = bytes === 1 ? this.#source[this.skip(1)] : this.u32();
    if (value !== 0 && value !== 1) throw UNEXPLAINED;
    return value === 1;
  }

  variant(known: number, wide: boolean): number {
    const value = this.#source[this.skip(1)] ?? 0;
    if (value >= known) throw UNEXPLAINED;
    this.#into.byte(value);
    if (wide) this.#into.byte(0);
    return value;
  }

  put(value: number): void {
    this.#into.byte(value);
  }

  length(count: number): number {
    this.#into.varuint(count);
    return count;
  }

  /** The length of a vector, which the remaining bytes can hold. */
  count(least: number): number {
    const count = this.u32();
    const room = least === 0 ? MOST_EMPTY : (this.#source.length - this.#at) / least;
    if (count > room) throw UNEXPLAINED;
    return this.length(count);
  }
}

/** Whether bytes are UTF-8; short ones of ASCII need no call out of JavaScript. */
function isText(source: Buffer, from: number, to: number): boolean {
  if (to - from > SHORT_BYTES) return isUtf8(source.subarray(from, to));
  for (let at = from; at < to; at += 1) {
    if ((source[at] as number) > 0x7f) return isUtf8(source.subarray(at, to));
  }
  return true;
}

/** A column whose bytes are the same in both formats, and which of them must be small. */
interface Plain {
  readonly bytes: number;
  readonly limits: readonly { readonly at: number; readonly most: number }[];
}

function plainOf(layout: Layout): Plain | undefined {
  switch (layout.kind) {
    case 'integer':
    case 'float':
    case 'pubkey':
      return { bytes: layout.least, limits: [] };
    case 'bool':
      return { bytes: 1, limits: [{ at: 0, most: 1 }] };
    case 'bytes':
      return layout.length && layout.length <= WIDEST_FIXED_STRING
        ? { bytes: layout.length, limits: [] }
        : undefined;
    case 'struct':
      return layout.fields.items.length === 0 || layout.end > 0 ? undefined : plainFields(layout.fields);
    case 'enum': {
      const { variants } = layout;
      const bearing = variants.some(({ fields }) => fields.items.length > 0);
      if (bearing || variants.length > ENUM8_VALUES) return undefined;
      return { bytes: 1, limits: [{ at: 0, most: variants.length - 1 }] };
    }
    default:
      return undefined;
  }
}

function plainFields({ items }: Fields): Plain | undefined {
  let bytes = 0;
  const limits: { at: number; most: number }[] = [];
  for (const { skip, layout } of items) {
    const plain = plainOf(layout);
    if (!plain || skip > 0) return undefined;
    for (const { at, most } of plain.limits) limits.push({ at: bytes + at, most });
    bytes += plain.bytes;
  }
  return { bytes, limits };
}

/** Values of several fields that are copied at once. */
function copyCode({ bytes, limits }: Plain): string {
  if (limits.length === 0) return `c.copy(${bytes});`;
  const checks = limits.map(({ at, most }) => `c.atMost(at + ${at}, ${most});`);
  return `{ const at = c.copy(${bytes}); ${checks.join(' ')} }`;
}

function compile(layout: Layout | undefined): (cursor: Cursor) => void {
  const functions: string[] = [];
  const names = new Map<Layout, string>();
  let depth = 0;

  /** A statement that copies one value; structs and enums have a function each, however often they occur. */
  function codeOf(of: Layout): string {
    const plain = plainOf(of);
    if (plain) return copyCode(plain);
    switch (of.kind) {
      case 'string':
        return 'c.text();';
      case 'bytes':
        return of.length === undefined ? 'c.counted();' : `c.bytes(${of.length});`;
      case 'option':
      case 'coption':
        return optionCode(of);
      case 'vector':
        return repeated(of.inner, `c.count(${of.inner.least})`);
      case 'array':
        return repeated(of.inner, `c.length(${of.length})`);
      default:
        return `${functionOf(of as LayoutOf<'struct' | 'enum'>)}(c);`;
    }
  }

  function optionCode({ kind, inner }: LayoutOf<'option' | 'coption'>): string {
    const [none, some] = isNullable(inner) ? [1, 0] : [0, 1];
    const absent = kind === 'coption' ? ` c.skip(${inner.least});` : '';
    return `if (c.tag(${kind === 'coption' ? 4 : 1})) { c.put(${some}); ${codeOf(inner)} } else { c.put(${none});${absent} }`;
  }

  /** Values without rules of their own are copied at once. */
  function repeated(inner: Layout, count: string): string {
    const plain = plainOf(inner);
    if (plain && plain.limits.length === 0) return `c.copy(${count} * ${plain.bytes});`;
    depth += 1;
    const [at, end] = [`i${depth}`, `n${depth}`];
    const code = `for (let ${at} = 0, ${end} = ${count}; ${at} < ${end}; ${at} += 1) { ${codeOf(inner)} }`;
    depth -= 1;
    return code;
  }

  function functionOf(of: LayoutOf<'struct' | 'enum'>): string {
    const known = names.get(of);
    if (known) return known;
    const name = `write${names.size}`;
    names.set(of, name);
    const body = of.kind === 'struct' ? structOf(of) : enumOf(of);
    functions.push(`function ${name}(c) { ${body} }`);
    return name;
  }

  function structOf({ fields, end }: LayoutOf<'struct'>): string {
    return `${fieldsOf(fields)}${end === 0 ? '' : ` c.skip(${end});`}`;
  }

  function enumOf({ variants }: LayoutOf<'enum'>): string {
    const bearing = variants.flatMap(({ fields }, tag) =>
      fields.items.length === 0
        ? []
        : [`if (tag === ${tag}) { c.put(1); ${fieldsOf(fields)} } else c.put(0);`],
    );
    const wide = variants.length > ENUM8_VALUES;
    return [`const tag = c.variant(${variants.length}, ${wide});`, ...bearing].join(' ');
  }

  function fieldsOf({ items }: Fields): string {
    // A tuple has at least one element.
    if (items.length === 0) return 'c.put(0);';
    const code: string[] = [];
    let run: Fields['items'] = [];
    const flush = (): void => {
      const plain = plainFields({ named: true, items: run });
      if (plain && plain.bytes > 0) code.push(copyCode(plain));
      run = [];
    };
    for (const item of items) {
      if (item.skip > 0) {
        flush();
        code.push(`c.skip(${item.skip});`);
      }
      if (plainOf(item.layout)) run = [...run, { ...item, skip: 0 }];
      else {
        flush();
        code.push(codeOf(item.layout));
      }
    }
    flush();
    return code.join(' ');
  }

  const root = layout ? codeOf(layout) : '';
  const code = ['"use strict";', ...functions, `return (c) => { ${root} };`].join('\n');
  return new Function(code)() as (cursor: Cursor) => void;
}

/** The columns of a type where it has no value, in the same format. */
export function defaultColumns(layout: Layout): Buffer {
  if (layout.kind !== 'struct') return Buffer.from(defaultOf(layout));
  return Buffer.from(layout.fields.items.flatMap((item) => defaultOf(item.layout)));
}

function defaultOf(layout: Layout): readonly number[] {
  switch (layout.kind) {
    case 'integer':
    case 'float':
    case 'pubkey':
    case 'bool':
      return zeros(layout.least);
    case 'bytes':
      return layout.length && layout.length <= WIDEST_FIXED_STRING ? zeros(layout.length) : [0];
    case 'option':
    case 'coption':
      return [isNullable(layout.inner) ? 1 : 0];
    case 'struct': {
      const { items } = layout.fields;
      return items.length === 0 ? [0] : items.flatMap((item) => defaultOf(item.layout));
    }
    case 'enum': {
      const bearing = layout.variants.filter(({ fields }) => fields.items.length > 0);
      return [...zeros(layout.variants.length > ENUM8_VALUES ? 2 : 1), ...zeros(bearing.length)];
    }
    default:
      return [0];
  }
}

function zeros(count: number): number[] {
  return new Array<number>(count).fill(0);
}
