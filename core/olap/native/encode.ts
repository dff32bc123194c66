import type { ColumnBlock } from './column-block.ts';
import type { Column } from './layout.ts';

const LONGEST_VARUINT = 10;

/**
 * A block in ClickHouse's Native format, as `INSERT ... FORMAT Native` and `file('x', 'Native')` read it: number
 * of columns and rows, then for each column its name, type and values. The chunks of fixed-width columns are
 * views of the block: send or copy them before the block changes. If the statement names the columns, they are
 * matched by name.
 */
export function encodeNative(block: ColumnBlock): Buffer[] {
  const { columns } = block.layout;
  const chunks: Buffer[] = [Buffer.concat([varuint(columns.length), varuint(block.rows)])];
  for (const column of columns) {
    chunks.push(Buffer.concat([text(column.name), text(column.type)]));
    if (column.presencePrefix >= 0) chunks.push(nullMap(block, column));
    chunks.push(column.stringIndex >= 0 ? strings(block, column) : fixed(block, column));
  }
  return chunks;
}

function fixed(block: ColumnBlock, column: Column): Buffer {
  return block.slab.subarray(block.at(column, 0), block.at(column, block.rows));
}

function nullMap(block: ColumnBlock, column: Column): Buffer {
  const start = block.capacity * column.presencePrefix;
  const map = Buffer.allocUnsafe(block.rows);
  for (let row = 0; row < block.rows; row += 1) map[row] = block.slab[start + row] === 0 ? 1 : 0;
  return map;
}

function strings(block: ColumnBlock, column: Column): Buffer {
  let size = 0;
  for (let row = 0; row < block.rows; row += 1) {
    const { length } = block.bytes(column, row);
    size += varuintLength(length) + length;
  }
  const encoded = Buffer.allocUnsafe(size);
  let at = 0;
  for (let row = 0; row < block.rows; row += 1) {
    const value = block.bytes(column, row);
    at = writeVaruint(encoded, at, value.length);
    at += value.copy(encoded, at);
  }
  return encoded;
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([varuint(bytes.length), bytes]);
}

function varuint(value: number): Buffer {
  const bytes = Buffer.alloc(LONGEST_VARUINT);
  return bytes.subarray(0, writeVaruint(bytes, 0, value));
}

function varuintLength(value: number): number {
  let length = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) length += 1;
  return length;
}

/** Seven bits per byte, lowest first; the top bit says that another byte follows. Returns the next offset. */
function writeVaruint(target: Buffer, at: number, value: number): number {
  let rest = value;
  let next = at;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) {
    target[next] = (rest & 0x7f) | 0x80;
    next += 1;
  }
  target[next] = rest;
  return next + 1;
}
