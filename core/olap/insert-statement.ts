import { LaunchlensError } from '../kernel/errors/error.ts';
import type { ColumnBlock } from './native/column-block.ts';

const IDENTIFIER = /^[a-z_][a-z0-9_]*$/;

/**
 * The start of an insert of a block. It names the columns, so that a table may order them differently. Names
 * cannot be bound as parameters, and only plain identifiers may become part of a statement.
 */
export function insertInto(table: string, block: ColumnBlock): { into: string; columns: string } {
  return insertColumns(table, block.layout.columns);
}

export function insertColumns(
  table: string,
  named: readonly { readonly name: string }[],
): { into: string; columns: string } {
  const columns = named.map(({ name }) => identifier(name)).join(', ');
  return { into: `INSERT INTO ${identifier(table)} (${columns})`, columns };
}

function identifier(name: string): string {
  if (IDENTIFIER.test(name)) return name;
  const context = { target: 'ClickHouse', clickhouseCode: 62, detail: 'a table or column name is malformed' };
  throw new LaunchlensError('OLAP_REJECTED', context);
}
