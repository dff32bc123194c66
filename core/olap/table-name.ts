import { LaunchlensError } from '../kernel/errors/error.ts';

const IDENTIFIER = /^[a-z_][a-z0-9_]*$/;

/** Table names cannot be bound as parameters; only plain identifiers may become part of a statement. */
export function tableName(name: string): string {
  if (IDENTIFIER.test(name)) return name;
  const context = { target: 'ClickHouse', clickhouseCode: 62, detail: 'a table name is not an identifier' };
  throw new LaunchlensError('OLAP_REJECTED', context);
}
