import { isUtf8 } from 'node:buffer';
import { MOST_EMPTY } from './decode.ts';
import { type RowSink, SHORT_BYTES } from './row-sink.ts';

/** Thrown by cursors alone: a failure is rare, and its reason comes from the decoder. */
export const UNEXPLAINED = Symbol('unexplained');

/** Reads the bytes of one value from the front, and writes them as the columns of a row. */
export class Cursor {
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
