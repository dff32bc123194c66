const FIRST_BYTES = 65_536;
/** Up to here, a loop is faster than a call out of JavaScript. */
export const SHORT_BYTES = 48;

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
