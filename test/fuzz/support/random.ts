import { createHash } from 'node:crypto';

/** Numbers at which arithmetic on 64 bits goes wrong first. */
const EDGES = [0n, 1n, 127n, 128n, 255n, 2n ** 32n - 1n, 2n ** 32n, 2n ** 53n - 1n, 2n ** 53n] as const;
const WIDE_EDGES = [2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n] as const;

/** Pseudo-random choices (sfc32) that hang on a seed, a name and a number alone: any input can be made again. */
export class Random {
  readonly #start: Buffer;
  #a = 0;
  #b = 0;
  #c = 0;
  #count = 1;

  constructor(seed: string, name: string) {
    this.#start = createHash('sha256').update(`${seed}\n${name}`).digest();
    this.restart(0);
  }

  /** Begins the choices of one number. */
  restart(number: number): this {
    this.#a = this.#start.readInt32LE(0) ^ (number | 0);
    this.#b = this.#start.readInt32LE(4) ^ Math.floor(number / 2 ** 32);
    this.#c = this.#start.readInt32LE(8);
    this.#count = 1;
    for (let round = 0; round < 12; round += 1) this.u32();
    return this;
  }

  /** 0 to 2^32 - 1. */
  u32(): number {
    const sum = (this.#a + this.#b + this.#count) | 0;
    this.#count = (this.#count + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** 0 to `limit` - 1; 0 where there is nothing to choose from. */
  below(limit: number): number {
    return limit <= 1 ? 0 : this.u32() % limit;
  }

  /** Once in `times`. */
  once(times: number): boolean {
    return this.below(times) === 0;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  bytes(length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    let at = 0;
    for (; at + 4 <= length; at += 4) bytes.writeUInt32LE(this.u32(), at);
    for (; at < length; at += 1) bytes[at] = this.u32() & 255;
    return bytes;
  }

  /** Any unsigned 64-bit number, at the edges more often than chance has it. */
  u64(): bigint {
    if (this.once(2)) return this.pick([...EDGES, ...WIDE_EDGES]);
    return (BigInt(this.u32()) << 32n) | BigInt(this.u32());
  }

  /** Text of up to `longest` characters from any script, broken surrogates among them. */
  text(longest: number): string {
    const unit = this.pick([() => 32 + this.below(95), () => this.below(256), () => this.below(65_536)]);
    return String.fromCharCode(...Array.from({ length: this.below(longest + 1) }, unit));
  }
}
