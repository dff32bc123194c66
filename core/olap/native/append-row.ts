import { LaunchlensError } from '../../kernel/errors/error.ts';
import type { ColumnBlock } from './column-block.ts';
import { type Column, columnOf } from './layout.ts';

/** A value for a column: `null` for NULL, text for String and FixedString as UTF-8. */
export type Cell = bigint | number | boolean | string | Uint8Array | null;

/**
 * Appends one row by column names, checking every value against its column. Meant for a handful of rows; rows by
 * the thousand are written directly to the buffers.
 * @throws COLUMN_UNKNOWN, COLUMN_VALUE_MISMATCH
 */
export function appendRow<Name extends string>(
  block: ColumnBlock<Name>,
  cells: Readonly<Partial<Record<Name, Cell>>>,
): number {
  const values = Object.entries<Cell | undefined>(cells).map(
    ([name, cell]) => [columnOf(block.layout, name), cell] as const,
  );
  for (const [column, cell] of values) if (cell !== undefined) requireFits(column, cell);
  const row = block.addRow();
  for (const [column, cell] of values) if (cell !== undefined) write(block, column, { row, cell });
  return row;
}

function requireFits(column: Column, cell: Cell): void {
  if (!fits(column, cell)) {
    const value = cell instanceof Uint8Array ? `${cell.length} bytes` : String(cell).slice(0, 64);
    throw new LaunchlensError('COLUMN_VALUE_MISMATCH', { name: column.name, type: column.type, value });
  }
}

function fits({ storage }: Column, cell: Cell): boolean {
  if (cell === null) return storage.nullable;
  if (storage.kind === 'string') return typeof cell === 'string' || cell instanceof Uint8Array;
  if (storage.kind === 'bytes') {
    if (typeof cell === 'string') return Buffer.byteLength(cell) <= storage.width;
    return cell instanceof Uint8Array && cell.length === storage.width;
  }
  const value = wholeNumber(cell);
  if (value === undefined) return false;
  const bits = storage.width * 8;
  return (storage.kind === 'signed' ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value)) === value;
}

function wholeNumber(cell: Cell): bigint | undefined {
  if (typeof cell === 'bigint') return cell;
  if (typeof cell === 'boolean') return cell ? 1n : 0n;
  return typeof cell === 'number' && Number.isSafeInteger(cell) ? BigInt(cell) : undefined;
}

function write(
  block: ColumnBlock,
  column: Column,
  { row, cell }: { readonly row: number; readonly cell: Cell },
): void {
  if (cell === null) return;
  if (typeof cell === 'string' || cell instanceof Uint8Array) {
    const bytes = typeof cell === 'string' ? Buffer.from(cell) : cell;
    if (column.stringIndex >= 0) block.setString(column, row, bytes);
    else block.setBytes(column, row, bytes);
    return;
  }
  writeNumber(block, column, { row, value: wholeNumber(cell) ?? 0n });
}

function writeNumber(
  block: ColumnBlock,
  column: Column,
  { row, value }: { readonly row: number; readonly value: bigint },
): void {
  const { width } = column.storage;
  if (width === 8) {
    block.setI64(column, row, value);
    return;
  }
  const bytes = Buffer.alloc(width);
  let rest = BigInt.asUintN(width * 8, value);
  for (let at = 0; at < width; at += 1, rest >>= 8n) bytes[at] = Number(rest & 0xffn);
  block.setBytes(column, row, bytes);
}
