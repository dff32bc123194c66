import { LaunchlensError } from '../kernel/errors/error.ts';
import { ColumnBlock } from './native/column-block.ts';
import { encodeNative } from './native/encode.ts';
import type { EncodedRows } from './row-binary.ts';

const IDENTIFIER = /^[a-z_][a-z0-9_]*$/;
const QUOTABLE = /^[A-Za-z0-9_]+$/;

/** What an insert sends: rows in one of ClickHouse's binary formats. */
export interface InsertedRows {
  /** The start of the statement. */
  readonly into: string;
  /** Names of the columns. */
  readonly columns: string;
  readonly format: 'Native' | 'RowBinary';
  /** Names and types of the columns. */
  readonly structure: string;
  readonly chunks: readonly Buffer[];
}

/** The insert of a block, or of encoded rows. It names the columns, so that a table may order them differently. */
export function insertOf(table: string, rows: ColumnBlock | EncodedRows): InsertedRows {
  if (rows instanceof ColumnBlock) {
    const { columns } = rows.layout;
    const structure = columns.map(({ name, type }) => `${name} ${type}`).join(', ');
    return { ...insertColumns(table, columns), format: 'Native', structure, chunks: encodeNative(rows) };
  }
  const columns = rows.columns.map(({ name }) => quoted(name)).join(', ');
  return {
    into: `INSERT INTO ${quoted(table)} (${columns})`,
    columns,
    format: 'RowBinary',
    structure: rows.columns.map(({ name, type }) => `${quoted(name)} ${type}`).join(', '),
    chunks: [rows.bytes],
  };
}

export function insertColumns(
  table: string,
  named: readonly { readonly name: string }[],
): { into: string; columns: string } {
  const columns = named.map(({ name }) => identifier(name)).join(', ');
  return { into: `INSERT INTO ${identifier(table)} (${columns})`, columns };
}

/** Names of an IDL, which may be words of SQL. */
function quoted(name: string): string {
  if (QUOTABLE.test(name)) return `\`${name}\``;
  throw malformed();
}

/** Names cannot be bound as parameters, and only plain identifiers may become part of a statement. */
function identifier(name: string): string {
  if (IDENTIFIER.test(name)) return name;
  throw malformed();
}

function malformed(): LaunchlensError {
  const context = { target: 'ClickHouse', clickhouseCode: 62, detail: 'a table or column name is malformed' };
  return new LaunchlensError('OLAP_REJECTED', context);
}
