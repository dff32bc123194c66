/** Reports where bytes are not what a capture's writer writes; the reader adds file and frame. */
export class MalformedRecord extends RangeError {}

/** Reads little-endian values one after another, never past `limit`. */
export class ByteCursor {
  readonly bytes: Buffer;
  at: number;
  readonly limit: number;

  constructor(bytes: Buffer, at = 0, limit = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.limit = limit;
  }

  get left(): number {
    return this.limit - this.at;
  }

  u8(): number {
    return this.bytes.readUInt8(this.skip(1));
  }

  u16(): number {
    return this.bytes.readUInt16LE(this.skip(2));
  }

  u32(): number {
    return this.bytes.readUInt32LE(this.skip(4));
  }

  u64(): bigint {
    return this.bytes.readBigUInt64LE(this.skip(8));
  }

  i64(): bigint {
    return this.bytes.readBigInt64LE(this.skip(8));
  }

  /** A view of the next bytes. */
  take(count: number): Buffer {
    const at = this.skip(count);
    return this.bytes.subarray(at, at + count);
  }

  /** Skips bytes; returns where they began. */
  skip(count: number): number {
    const { at } = this;
    if (count > this.limit - at) throw new MalformedRecord(`a record ends inside a value at byte ${at}`);
    this.at = at + count;
    return at;
  }

  /** @throws MalformedRecord unless everything was read */
  end(): void {
    if (this.at !== this.limit) throw new MalformedRecord(`a record holds ${this.left} bytes too many`);
  }
}
