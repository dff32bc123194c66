import type { ZodType } from 'zod';
import { LaunchlensError } from '../kernel/errors/error.ts';
import { rowIssues } from '../kernel/wrong-value.ts';
import type { SqlValue } from './port.ts';

type SentValue = string | boolean | null | Buffer | readonly string[];

/** The values of a statement as both backings send them: integers and times as their digits. */
export function sentValues(values: readonly SqlValue[]): SentValue[] {
  return values.map((value) => {
    if (value === null || value === undefined) return null;
    if (typeof value === 'boolean') return value;
    if (value instanceof Date) return value.toISOString();
    if (value instanceof Uint8Array) return Buffer.from(value);
    if (typeof value === 'object') return value.map(scalar);
    return scalar(value);
  });
}

function scalar(value: string | number | bigint): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new RangeError('a number in a statement must be whole and safe');
  }
  return String(value);
}

/** Parses the rows of an answer. The error names the columns, never their values. @throws OLTP_BAD_ROW */
export function parseRows<Row>(schema: ZodType<Row>, rows: readonly unknown[]): Row[] {
  return rows.map((value) => {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    throw new LaunchlensError('OLTP_BAD_ROW', { detail: rowIssues(result.error) });
  });
}
