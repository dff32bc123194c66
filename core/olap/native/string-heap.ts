const EMPTY = Buffer.alloc(0);
const FIRST_BYTES = 1024;

/** The values of one String column: bytes in one growing buffer, with a start and a length for each row. */
export class StringHeap {
  #bytes: Buffer = EMPTY;
  #used = 0;
  // Starts are doubles because a heap may exceed 4 GiB; a single value may not.
  #starts: Float64Array;
  #lengths: Uint32Array;

  constructor(rows: number) {
    this.#starts = new Float64Array(rows);
    this.#lengths = new Uint32Array(rows);
  }

  /** Memory of the values. */
  get byteLength(): number {
    return this.#used;
  }

  get(row: number): Buffer {
    const start = this.#starts[row] ?? 0;
    return this.#bytes.subarray(start, start + (this.#lengths[row] ?? 0));
  }

  /** A value no longer than the row's previous one overwrites it, so rewriting a row does not grow the heap. */
  set(row: number, source: Uint8Array, from: number, length: number): void {
    if (length > (this.#lengths[row] ?? 0)) this.#starts[row] = this.#reserve(length);
    this.#bytes.set(source.subarray(from, from + length), this.#starts[row] ?? 0);
    this.#lengths[row] = length;
  }

  appendFrom(other: StringHeap, at: number, from: number, to: number): void {
    for (let row = from; row < to; row += 1) {
      const value = other.get(row);
      this.set(at + row - from, value, 0, value.length);
    }
  }

  growRows(rows: number): void {
    const starts = new Float64Array(rows);
    const lengths = new Uint32Array(rows);
    starts.set(this.#starts);
    lengths.set(this.#lengths);
    this.#starts = starts;
    this.#lengths = lengths;
  }

  clearRow(row: number): void {
    this.#lengths[row] = 0;
  }

  clear(rows: number): void {
    this.#lengths.fill(0, 0, rows);
    this.#used = 0;
  }

  #reserve(length: number): number {
    const start = this.#used;
    this.#used += length;
    if (this.#used > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(FIRST_BYTES, this.#bytes.length * 2, this.#used));
      this.#bytes.copy(grown, 0, 0, start);
      this.#bytes = grown;
    }
    return start;
  }
}
