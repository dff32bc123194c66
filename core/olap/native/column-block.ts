import { LaunchlensError } from '../../kernel/errors/error.ts';
import type { BlockLayout, Column } from './layout.ts';
import { StringHeap } from './string-heap.ts';

const FIRST_ROWS = 64;

/**
 * Rows of one table as columns, appended without an object per row and sent as they are in memory (see
 * `encodeNative`). `slab`, its two views and `capacity` change whenever the block grows: read them after
 * `addRow`, and see `Column` for offsets. The typed setters and getters are for code where speed does not matter;
 * they do not check ranges.
 */
export class ColumnBlock<Name extends string = string> {
  readonly layout: BlockLayout<Name>;
  /** All fixed-width columns. */
  slab: Buffer;
  /** The slab, for values of any width at any offset. */
  view: DataView;
  /**
   * The slab in words of 8 bytes: a column whose width is a multiple of 8 starts on a word boundary. Every
   * platform of ClickHouse is little-endian, like its columns.
   */
  words: BigUint64Array;
  /** Allocated rows, a multiple of 8. */
  capacity: number;
  /** Rows that the block holds. */
  rows = 0;
  readonly #strings: readonly StringHeap[];
  /** Rows below this may contain data from before `clear`. */
  #used = 0;

  constructor(layout: BlockLayout<Name>, { capacity = FIRST_ROWS }: { capacity?: number } = {}) {
    this.layout = layout;
    this.capacity = wholeWords(capacity);
    this.slab = Buffer.alloc(this.capacity * layout.rowWidth);
    this.view = new DataView(this.slab.buffer);
    this.words = new BigUint64Array(this.slab.buffer);
    this.#strings = Array.from({ length: layout.stringCount }, () => new StringHeap(this.capacity));
  }

  /** Memory of the rows. */
  get byteLength(): number {
    return this.#strings.reduce((sum, heap) => sum + heap.byteLength, this.rows * this.layout.rowWidth);
  }

  /** Appends a row of zeros, empty strings and NULLs, and returns its index. */
  addRow(): number {
    const row = this.claimRow();
    if (row < this.#used) this.clearRow(row);
    return row;
  }

  /** Like `addRow`, for a caller that writes every column: the row may contain old data. */
  claimRow(): number {
    if (this.rows === this.capacity) this.reserve(1);
    this.rows += 1;
    return this.rows - 1;
  }

  /** Makes room for `count` more rows. */
  reserve(count: number): void {
    const needed = this.rows + count;
    if (needed <= this.capacity) return;
    const capacity = wholeWords(Math.max(this.capacity * 2, needed));
    const slab = Buffer.alloc(capacity * this.layout.rowWidth);
    for (const [prefix, width] of regions(this.layout)) {
      const start = this.capacity * prefix;
      this.slab.copy(slab, capacity * prefix, start, start + this.rows * width);
    }
    for (const heap of this.#strings) heap.growRows(capacity);
    this.slab = slab;
    this.view = new DataView(slab.buffer);
    this.words = new BigUint64Array(slab.buffer);
    this.capacity = capacity;
  }

  /** Sets every column of a row back to zero, empty or NULL. */
  clearRow(row: number): void {
    for (const [prefix, width] of regions(this.layout)) {
      const start = this.capacity * prefix + row * width;
      this.slab.fill(0, start, start + width);
    }
    for (const heap of this.#strings) heap.clearRow(row);
  }

  /** Removes a row; the last row takes its place. */
  removeRow(row: number): void {
    const last = this.rows - 1;
    if (row !== last) this.#copyRow(last, row);
    for (const heap of this.#strings) heap.clearRow(last);
    this.#used = Math.max(this.#used, this.rows);
    this.rows = last;
  }

  /** Removes all rows and keeps the buffers. */
  clear(): void {
    this.#used = Math.max(this.#used, this.rows);
    for (const heap of this.#strings) heap.clear(this.rows);
    this.rows = 0;
  }

  /**
   * Appends the rows `from` (inclusive) to `to` (exclusive) of a block with the same columns.
   * @throws COLUMN_LAYOUT_MISMATCH
   */
  appendFrom(other: ColumnBlock<Name>, from = 0, to = other.rows): void {
    requireSameColumns(this.layout, other.layout);
    this.reserve(to - from);
    for (const [prefix, width] of regions(this.layout)) {
      const source = other.capacity * prefix;
      const target = this.capacity * prefix + this.rows * width;
      other.slab.copy(this.slab, target, source + from * width, source + to * width);
    }
    this.#strings.forEach((heap, index) => {
      heap.appendFrom(other.#heap(index), this.rows, from, to);
    });
    this.rows += to - from;
  }

  /** Offset of a fixed-width value in `slab`. */
  at(column: Column, row: number): number {
    return this.capacity * column.prefix + row * column.storage.width;
  }

  setU8(column: Column, row: number, value: number): void {
    this.slab[this.at(column, row)] = value;
  }

  setU32(column: Column, row: number, value: number): void {
    this.slab.writeUInt32LE(value, this.at(column, row));
  }

  /** Writes a UInt64 or Int64, and marks a nullable column as having a value. */
  setI64(column: Column, row: number, value: bigint): void {
    this.slab.writeBigUInt64LE(BigInt.asUintN(64, value), this.at(column, row));
    if (column.presencePrefix >= 0) this.slab[this.capacity * column.presencePrefix + row] = 1;
  }

  setNull(column: Column, row: number): void {
    this.slab.fill(0, this.at(column, row), this.at(column, row) + column.storage.width);
    this.slab[this.capacity * column.presencePrefix + row] = 0;
  }

  /** Copies a FixedString or UInt128 of the column's width from `source` at `from`. */
  setBytes(column: Column, row: number, source: Uint8Array, from = 0): void {
    this.slab.set(source.subarray(from, from + column.storage.width), this.at(column, row));
  }

  setString(column: Column, row: number, source: Uint8Array, from = 0, length = source.length - from): void {
    this.#heap(column.stringIndex).set(row, source, from, length);
  }

  /** Writes one UInt64 to every row. */
  fillU64(column: Column, value: bigint): void {
    if (this.rows === 0) return;
    const pattern = Buffer.alloc(8);
    pattern.writeBigUInt64LE(value);
    this.slab.fill(pattern, this.at(column, 0), this.at(column, this.rows));
  }

  u8(column: Column, row: number): number {
    return this.slab[this.at(column, row)] ?? 0;
  }

  u32(column: Column, row: number): number {
    return this.slab.readUInt32LE(this.at(column, row));
  }

  u64(column: Column, row: number): bigint {
    return this.slab.readBigUInt64LE(this.at(column, row));
  }

  i64(column: Column, row: number): bigint {
    return this.slab.readBigInt64LE(this.at(column, row));
  }

  isNull(column: Column, row: number): boolean {
    return column.presencePrefix >= 0 && this.slab[this.capacity * column.presencePrefix + row] === 0;
  }

  /** A view of a FixedString or String value; it changes with the block. */
  bytes(column: Column, row: number): Buffer {
    if (column.stringIndex >= 0) return this.#heap(column.stringIndex).get(row);
    const start = this.at(column, row);
    return this.slab.subarray(start, start + column.storage.width);
  }

  #copyRow(from: number, to: number): void {
    for (const [prefix, width] of regions(this.layout)) {
      const start = this.capacity * prefix;
      this.slab.copyWithin(start + to * width, start + from * width, start + (from + 1) * width);
    }
    for (const heap of this.#strings) heap.appendFrom(heap, to, from, from + 1);
  }

  #heap(index: number): StringHeap {
    const heap = this.#strings[index];
    if (heap === undefined) throw new LaunchlensError('COLUMN_UNKNOWN', { name: `string ${index}` });
    return heap;
  }
}

/** Rounds up to 8 rows, so that a column of 8-byte values starts on a word boundary wherever it is. */
function wholeWords(rows: number): number {
  return Math.max(8, Math.ceil(rows / 8) * 8);
}

/** Every range of the slab as [prefix, width]: the values of each fixed-width column, and its presence bytes. */
function* regions({ columns }: BlockLayout): Generator<readonly [prefix: number, width: number]> {
  for (const { prefix, presencePrefix, storage } of columns) {
    if (storage.width > 0) yield [prefix, storage.width];
    if (presencePrefix >= 0) yield [presencePrefix, 1];
  }
}

function requireSameColumns(a: BlockLayout, b: BlockLayout): void {
  if (a === b) return;
  const text = ({ columns }: BlockLayout): string =>
    columns.map(({ name, type }) => `${name} ${type}`).join(', ');
  if (text(a) !== text(b)) {
    throw new LaunchlensError('COLUMN_LAYOUT_MISMATCH', { expected: text(a), found: text(b) });
  }
}
