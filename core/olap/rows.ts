import type { ZodType } from 'zod';
import { LaunchlensError } from '../kernel/errors/error.ts';
import { rowIssues } from '../kernel/row-issues.ts';

/** Parses one row of an answer. The error names the columns, never their values. @throws OLAP_BAD_ROW */
function parseRow<Row>(schema: ZodType<Row>, value: unknown): Row {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new LaunchlensError('OLAP_BAD_ROW', { detail: rowIssues(result.error) });
}

/** Parses rows written as one JSON object per line. @throws OLAP_BAD_ROW */
export function parseLines<Row>(schema: ZodType<Row>, lines: readonly string[]): Row[] {
  return lines.map((line) => parseRow(schema, parseJson(line)));
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new LaunchlensError('OLAP_BAD_ROW', { detail: 'a line is not JSON' }, cause);
  }
}
