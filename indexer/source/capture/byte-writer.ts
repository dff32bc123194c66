const FIRST_BYTES = 1024;

/** Bytes that grow at the end. */
export class ByteWriter {
  #bytes: Buffer;
  #length = 0;

  constructor(capacity = FIRST_BYTES) {
    this.#bytes = Buffer.allocUnsafe(capacity);
  }

  get length(): number {
    return this.#length;
  }

  /** What was written, as a view that the next write may invalidate. */
  get written(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }

  u8(value: number): void {
    const at = this.#claim(1);
    this.#bytes.writeUInt8(value, at);
  }

  u16(value: number): void {
    const at = this.#claim(2);
    this.#bytes.writeUInt16LE(value, at);
  }

  u32(value: number): void {
    const at = this.#claim(4);
    this.#bytes.writeUInt32LE(value, at);
  }

  u64(value: bigint): void {
    const at = this.#claim(8);
    this.#bytes.writeBigUInt64LE(value, at);
  }

  i64(value: bigint): void {
    const at = this.#claim(8);
    this.#bytes.writeBigInt64LE(value, at);
  }

  bytes(source: Uint8Array, from = 0, to = source.length): void {
    const at = this.#claim(to - from);
    this.#bytes.set(source.subarray(from, to), at);
  }

  /** Overwrites four bytes written earlier. */
  patchU32(value: number, at: number): void {
    this.#bytes.writeUInt32LE(value, at);
  }

  /** Reserves `count` bytes at the end and returns their offset. The buffer may be reallocated. */
  #claim(count: number): number {
    const at = this.#length;
    const needed = at + count;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, needed));
      this.#bytes.copy(larger, 0, 0, at);
      this.#bytes = larger;
    }
    this.#length = needed;
    return at;
  }
}
