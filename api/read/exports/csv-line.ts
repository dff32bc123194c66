import { createHash } from 'node:crypto';
import { hex256 } from '../../../core/kernel/hex256.ts';
import type { RowsDigest } from './rows.ts';

const MODULUS = 1n << 256n;

export const NO_ROWS: RowsDigest = { rows: 0, sum: 0n };

/**
 * One row as a line of RFC 4180, without its end. Every value is base58, digits, a name or a time, so nothing needs
 * quoting and no value can start a spreadsheet formula.
 */
export function csvLine(cells: readonly (string | null)[]): string {
  return cells.map((cell) => cell ?? '').join(',');
}

/** A CSV line's contribution to the sum of a digest. */
export function lineValue(line: string): bigint {
  return BigInt(`0x${createHash('sha256').update(line).digest('hex')}`);
}

/** Combines the digests of two sets of rows. */
export function together(a: RowsDigest, b: RowsDigest): RowsDigest {
  return { rows: a.rows + b.rows, sum: (a.sum + b.sum) % MODULUS };
}

export function sameRows(a: RowsDigest, b: RowsDigest): boolean {
  return a.rows === b.rows && a.sum === b.sum;
}

/** The digest in headers and files: the name of the construction, then 64 hexadecimal digits. */
export function digestText({ sum }: RowsDigest): string {
  return `sha256-sum=${hex256(sum)}`;
}
