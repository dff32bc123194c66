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
