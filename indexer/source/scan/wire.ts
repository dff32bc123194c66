import { LaunchlensError } from '../../../core/kernel/errors/error.ts';

const VARINT = 0;
const FIXED64 = 1;
const LENGTH_DELIMITED = 2;
const FIXED32 = 5;

export function malformed(detail: string): LaunchlensError<'UPDATE_MALFORMED'> {
  return new LaunchlensError('UPDATE_MALFORMED', { detail });
}

/**
 * A cursor over protobuf bytes that creates no objects: its fields have what it read last. Every read stays
 * within `limit`, so a wrong length can never reach into another message.
 */
export class WireCursor {
  bytes: Buffer = Buffer.alloc(0);
  at = 0;
  limit = 0;
  /** Field number and wire type of the tag read last. */
  field = 0;
  wireType = 0;
  /** The varint read last, as two unsigned halves. */
  low = 0;
  high = 0;
  /** Start and end of the length-delimited value read last. */
  start = 0;
  end = 0;

  open(bytes: Buffer, at: number, limit: number): void {
    this.bytes = bytes;
    this.at = at;
    this.limit = limit;
  }

  /** Reads the next tag; false at the end of the message. */
  next(): boolean {
    if (this.at >= this.limit) return false;
    this.readVarint();
    if (this.high !== 0 || this.low >>> 3 === 0) throw malformed(`illegal tag before byte ${this.at}`);
    this.field = this.low >>> 3;
    this.wireType = this.low & 7;
    return true;
  }

  expect(wireType: number): void {
    if (this.wireType !== wireType) {
      throw malformed(`field ${this.field} has wire type ${this.wireType}, not ${wireType}`);
    }
  }

  /** Reads the varint value of the current field into `low` and `high`. */
  varint(): void {
    this.expect(VARINT);
    this.readVarint();
  }

  /** Finds the bounds of the current field's value and skips it. */
  delimited(): void {
    this.expect(LENGTH_DELIMITED);
    this.readVarint();
    const end = this.at + this.low;
    if (this.high !== 0 || end > this.limit) throw malformed(`field ${this.field} is cut off`);
    this.start = this.at;
    this.end = end;
    this.at = end;
  }

  /** Like `delimited`, for a value with one legal length. */
  fixed(length: number): number {
    this.delimited();
    if (this.end - this.start !== length) {
      throw malformed(`field ${this.field} has ${this.end - this.start} bytes, not ${length}`);
    }
    return this.start;
  }

  /** Skips a field that is not used here. */
  skip(): void {
    if (this.wireType === VARINT) this.readVarint();
    else if (this.wireType === LENGTH_DELIMITED) this.delimited();
    else if (this.wireType === FIXED64) this.advance(8);
    else if (this.wireType === FIXED32) this.advance(4);
    else throw malformed(`field ${this.field} has the unknown wire type ${this.wireType}`);
  }

  /** Reads the message in the current field with `read`, which must read it completely, and continues after it. */
  nested(read: () => void): void {
    const { limit } = this;
    this.delimited();
    const after = this.at;
    this.at = this.start;
    this.limit = this.end;
    read();
    this.at = after;
    this.limit = limit;
  }

  /** Reads a repeated number, packed or not, into `low` and `high` and calls `each` for every item. */
  varints(each: () => void): void {
    if (this.wireType === VARINT) {
      this.readVarint();
      each();
      return;
    }
    this.nested(() => {
      while (this.at < this.limit) {
        this.readVarint();
        each();
      }
    });
  }

  /** The varint read last as an unsigned 64-bit number. */
  get u64(): bigint {
    return (BigInt(this.high) << 32n) | BigInt(this.low);
  }

  private advance(count: number): void {
    this.at += count;
    if (this.at > this.limit) throw malformed(`field ${this.field} is cut off`);
  }

  private readByte(): number {
    if (this.at >= this.limit) throw malformed(`the message ends inside a number at byte ${this.at}`);
    return this.bytes[this.at++] as number;
  }

  private readVarint(): void {
    const first = this.readByte();
    if (first < 0x80) {
      this.low = first;
      this.high = 0;
    } else this.readLongVarint(first & 0x7f);
  }

  private readLongVarint(firstBits: number): void {
    let low = firstBits;
    let high = 0;
    for (let shift = 7; shift < 70; shift += 7) {
      const byte = this.readByte();
      const bits = byte & 0x7f;
      if (shift < 28) low |= bits << shift;
      else if (shift === 28) {
        low |= bits << 28;
        high = bits >>> 4;
      } else high |= bits << (shift - 32);
      if (byte < 0x80) {
        if (shift === 63 && byte > 1) break;
        this.low = low >>> 0;
        this.high = high >>> 0;
        return;
      }
    }
    throw malformed(`a number before byte ${this.at} is wider than 64 bits`);
  }
}
