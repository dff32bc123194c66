import { pubkeyFromBytes } from '../../core/kernel/pubkey.ts';
import type { Fields, Layout, LayoutOf } from './layout.ts';

/** The most values without bytes in one vector: nothing else bounds them. */
export const MOST_EMPTY = 1_024;

export type Decoded =
  /** As JSON says it: integers of 64 bits and wider are decimal strings, keys base58, bytes base64. */
  | { readonly kind: 'decoded'; readonly data: unknown }
  /** One sentence: what of the bytes the layout does not explain, and where. */
  | { readonly kind: 'undecodable'; readonly reason: string };

export type Decode = (bytes: Uint8Array) => Decoded;

/** What bytes are of, for the sentence that says why they do not decode. */
export type Subject = 'account' | 'instruction' | 'event';

/**
 * Compiles the reading of one type of account, instruction or event into code, one function for each of its types, so that
 * objects always have the same shape. Only names of the IDL, which are identifiers, and numbers go into the code.
 * Bytes after the last field are allowed: accounts are padded.
 */
export function compileDecoder(
  layout: Layout,
  discriminatorBytes: number,
  subject: Subject = 'account',
): Decode {
  const read = compile(layout, subject);
  return (bytes) => {
    try {
      return { kind: 'decoded', data: read(new Reader(bytes, discriminatorBytes, subject)) };
    } catch (error) {
      if (error instanceof Unexplained) return { kind: 'undecodable', reason: error.message };
      throw error;
    }
  };
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Thrown and caught in this file alone. */
class Unexplained extends Error {}

class Reader {
  readonly #bytes: Buffer;
  readonly #view: DataView;
  readonly #subject: Subject;
  #at: number;

  constructor(bytes: Uint8Array, at: number, subject: Subject) {
    this.#subject = subject;
    const { buffer, byteOffset, byteLength } = bytes;
    this.#bytes = Buffer.from(buffer, byteOffset, byteLength);
    this.#view = new DataView(buffer, byteOffset, byteLength);
    this.#at = at;
  }

  /** Where the next `bytes` begin, which are read by that. */
  skip(bytes: number, path: string): number {
    const at = this.#at;
    this.#at = at + bytes;
    if (this.#at <= this.#bytes.length) return at;
    const missing = this.#at - this.#bytes.length;
    throw new Unexplained(`The ${this.#subject} ends ${missing} bytes before the end of ${path}.`);
  }

  narrow(bits: 8 | 16 | 32, signed: boolean, path: string): number {
    const at = this.skip(bits / 8, path);
    if (bits === 8) return signed ? this.#view.getInt8(at) : this.#view.getUint8(at);
    if (bits === 16) return signed ? this.#view.getInt16(at, true) : this.#view.getUint16(at, true);
    return signed ? this.#view.getInt32(at, true) : this.#view.getUint32(at, true);
  }

  wide(bits: 64 | 128 | 256, signed: boolean, path: string): string {
    const at = this.skip(bits / 8, path);
    const last = at + bits / 8 - 8;
    let value = signed ? this.#view.getBigInt64(last, true) : this.#view.getBigUint64(last, true);
    for (let word = last - 8; word >= at; word -= 8)
      value = (value << 64n) | this.#view.getBigUint64(word, true);
    return value.toString();
  }

  float(bits: 32 | 64, path: string): number | string {
    const at = this.skip(bits / 8, path);
    const value = bits === 32 ? this.#view.getFloat32(at, true) : this.#view.getFloat64(at, true);
    return Number.isFinite(value) ? value : `${value}`;
  }

  bool(path: string): boolean {
    const value = this.narrow(8, false, path);
    if (value > 1) throw new Unexplained(`${path} is ${value}, and a bool is 0 or 1.`);
    return value === 1;
  }

  key(path: string): string {
    const at = this.skip(32, path);
    return pubkeyFromBytes(this.#bytes.subarray(at, at + 32));
  }

  base64(length: number | undefined, path: string): string {
    const bytes = length ?? this.narrow(32, false, path);
    const at = this.skip(bytes, path);
    return this.#bytes.toString('base64', at, at + bytes);
  }

  text(path: string): string {
    const bytes = this.narrow(32, false, path);
    const at = this.skip(bytes, path);
    try {
      return UTF8.decode(this.#bytes.subarray(at, at + bytes));
    } catch {
      throw new Unexplained(`${path} is not UTF-8.`);
    }
  }

  tag(bits: 8 | 32, path: string): boolean {
    const value = this.narrow(bits, false, path);
    if (value > 1) throw new Unexplained(`The tag of ${path} is ${value}, and that of an option is 0 or 1.`);
    return value === 1;
  }

  variant(known: number, path: string): number {
    const value = this.narrow(8, false, path);
    if (value >= known) throw new Unexplained(`${path} has variant ${value}, and the IDL knows ${known}.`);
    return value;
  }

  /** Nothing is allocated for elements that the bytes cannot hold. */
  count(least: number, path: string): number {
    const count = this.narrow(32, false, path);
    const room = least === 0 ? MOST_EMPTY : (this.#bytes.length - this.#at) / least;
    if (count > room)
      throw new Unexplained(`${path} has ${count} elements, more than the ${this.#subject} has bytes for.`);
    return count;
  }

  repeat(count: number, read: (reader: Reader) => unknown): unknown[] {
    const values: unknown[] = [];
    for (let index = 0; index < count; index += 1) values.push(read(this));
    return values;
  }
}

function compile(layout: Layout, subject: Subject): (reader: Reader) => unknown {
  const functions: string[] = [];
  const names = new Map<Layout, string>();

  /** An expression that reads one value; structs and enums have a function each, however often they occur. */
  function expressionOf(of: Layout, path: string): string {
    const at = JSON.stringify(path);
    switch (of.kind) {
      case 'integer':
        return `r.${of.bits > 32 ? 'wide' : 'narrow'}(${of.bits}, ${of.signed}, ${at})`;
      case 'float':
        return `r.float(${of.bits}, ${at})`;
      case 'bool':
        return `r.bool(${at})`;
      case 'pubkey':
        return `r.key(${at})`;
      case 'string':
        return `r.text(${at})`;
      case 'bytes':
        return `r.base64(${of.length}, ${at})`;
      case 'option':
        return `r.tag(8, ${at}) ? ${presentOf(of, path)} : null`;
      case 'coption':
        return `r.tag(32, ${at}) ? ${presentOf(of, path)} : (r.skip(${of.inner.least}, ${at}), null)`;
      case 'vector':
        return `r.repeat(r.count(${of.inner.least}, ${at}), (r) => ${inBrackets(of.inner, `${path}[]`)})`;
      case 'array':
        return `r.repeat(${of.length}, (r) => ${inBrackets(of.inner, `${path}[]`)})`;
      default:
        return `${functionOf(of)}(r)`;
    }
  }

  const inBrackets = (of: Layout, path: string): string => `(${expressionOf(of, path)})`;

  /** An option within an option is told from none by its own object. */
  function presentOf({ inner }: LayoutOf<'option' | 'coption'>, path: string): string {
    const value = inBrackets(inner, path);
    return inner.kind === 'option' || inner.kind === 'coption' ? `{ some: ${value} }` : value;
  }

  function functionOf(of: LayoutOf<'struct' | 'enum'>): string {
    const known = names.get(of);
    if (known) return known;
    const name = `read${names.size}`;
    names.set(of, name);
    const body = of.kind === 'struct' ? structOf(of) : enumOf(of);
    functions.push(`function ${name}(r) { ${body} }`);
    return name;
  }

  function structOf({ name, fields, end }: LayoutOf<'struct'>): string {
    const value = fieldsOf(fields, name);
    return end === 0
      ? `return ${value};`
      : `const value = ${value}; r.skip(${end}, '${name}'); return value;`;
  }

  function enumOf({ name, variants }: LayoutOf<'enum'>): string {
    const cases = variants.map((variant, tag) => {
      const named = JSON.stringify(variant.name);
      const path = `${name}.${variant.name}`;
      const value =
        variant.fields.items.length === 0 ? named : `{ ${named}: ${fieldsOf(variant.fields, path)} }`;
      return `case ${tag}: return ${value};`;
    });
    return `switch (r.variant(${variants.length}, ${JSON.stringify(name)})) { ${cases.join(' ')} }`;
  }

  function fieldsOf({ named, items }: Fields, path: string): string {
    const values = items.map(({ name, skip, layout: of }) => {
      const value = inBrackets(of, `${path}.${name}`);
      const skipped = skip === 0 ? value : `(r.skip(${skip}, ${JSON.stringify(path)}), ${value})`;
      return named ? `${JSON.stringify(name)}: ${skipped}` : skipped;
    });
    return named || items.length === 0 ? `{ ${values.join(', ')} }` : `[${values.join(', ')}]`;
  }

  const root = inBrackets(layout, `the ${subject}`);
  const code = ['"use strict";', ...functions, `return (r) => ${root};`].join('\n');
  return new Function(code)() as (reader: Reader) => unknown;
}
