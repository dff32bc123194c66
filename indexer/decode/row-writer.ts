import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { ColumnBlock } from '../../core/olap/native/column-block.ts';
import type { BlockLayout, Column } from '../../core/olap/native/layout.ts';
import type { AccountLayout, FieldLayout, FieldType } from '../../idl/layout.ts';

/** Copies every field of the account whose bytes begin at `at` into its column of `row`. */
export type RowWriter = (source: DataView, at: number, block: ColumnBlock, row: number) => void;

/**
 * Compiles the copy of one account layout into one table: straight-line code that moves words of 8 bytes, because
 * Borsh and ClickHouse's Native format hold the same little-endian bytes. Nothing but numbers of the two layouts
 * goes into the code.
 * @throws DECODE_COLUMN_MISMATCH when a field has no column of its type.
 */
export function compileRowWriter(account: AccountLayout, table: BlockLayout): RowWriter {
  const body = account.fields.map((field) => copyCode(field, columnFor(account, field, table)));
  const code = [
    '"use strict";',
    'const to = block.view, capacity = block.capacity;',
    'let into = 0;',
    ...body,
  ].join('\n');
  return new Function('source', 'at', 'block', 'row', code) as RowWriter;
}

function copyCode(field: FieldLayout, column: Column): string {
  const { prefix, storage } = column;
  const moves = [`into = capacity * ${prefix} + row * ${storage.width};`];
  for (let done = 0; done < field.size; ) {
    const bits = [64, 32, 16, 8].find((width) => width / 8 <= field.size - done) ?? 8;
    moves.push(moveCode(bits, done, field.offset + done));
    done += bits / 8;
  }
  return moves.join('\n');
}

function moveCode(bits: number, into: number, from: number): string {
  const type = bits === 64 ? 'BigUint64' : `Uint${bits}`;
  return `to.set${type}(into + ${into}, source.get${type}(at + ${from}, true), true);`;
}

/** The column type that holds an IDL type's bytes unchanged. */
const COLUMN_TYPES: Readonly<Partial<Record<FieldType, string>>> = {
  bool: 'UInt8',
  u8: 'UInt8',
  u32: 'UInt32',
  u64: 'UInt64',
  u128: 'UInt128',
  i64: 'Int64',
  pubkey: 'FixedString(32)',
};

function columnFor(account: AccountLayout, field: FieldLayout, table: BlockLayout): Column {
  const column = table.byName[field.name];
  const wanted = field.type === 'bytes' ? `FixedString(${field.size})` : COLUMN_TYPES[field.type];
  if (column !== undefined && column.type === wanted) return column;
  throw new LaunchlensError('DECODE_COLUMN_MISMATCH', {
    account: account.name,
    field: field.name,
    type: field.type,
    column: column?.type ?? 'no such column',
  });
}
