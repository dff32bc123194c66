import type { ZodType } from 'zod';
import { LaunchlensError } from '../kernel/errors/error.ts';
import { rowIssues } from '../kernel/wrong-value.ts';

/** Parses the rows of an answer. The error names the columns, never their values. @throws OLTP_BAD_ROW */
export function parseRows<Row>(schema: ZodType<Row>, rows: readonly unknown[]): Row[] {
  return rows.map((value) => {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    throw new LaunchlensError('OLTP_BAD_ROW', { detail: rowIssues(result.error) });
  });
}
