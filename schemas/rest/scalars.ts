import { z } from 'zod';
import { PUBKEY_TEXT } from '../base58.ts';

const RFC3339_UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/;

/** Any amount of the chain mirror: a decimal string, so that no client loses a digit. */
export const amount = z
  .string()
  .regex(/^(0|[1-9][0-9]*)$/)
  .meta({ description: 'Whole number in base units, as a decimal string.', examples: ['1500000000'] });

/** A decimal number, exact to its last digit. */
export const decimalText = z.string().regex(/^-?[0-9]+(\.[0-9]+)?$/);

export const launchId = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,19})$/)
  .meta({ description: 'Launch id (u64), as a decimal string.', examples: ['7'] });

export const pubkey = z
  .string()
  .regex(PUBKEY_TEXT)
  .meta({
    description: 'Public key of 32 bytes, in base58.',
    examples: ['So11111111111111111111111111111111111111112'],
  });

export const slot = z
  .int()
  .nonnegative()
  .meta({ description: 'Slot number.', examples: [1042] });

export const count = z.int().nonnegative();

export const hasMore = z.boolean().meta({ description: 'Whether older ones follow.' });

/** One page of an owner's rows, newest first. */
export function rowPage<Row extends z.ZodType>(row: Row) {
  return z.strictObject({ results: z.array(row), has_more: hasMore });
}

/**
 * An integer that JSON carries exactly although a double may not: `JSON.rawJSON` beyond 2^53, a number otherwise.
 * On-chain timestamps are i64, and a program may use the greatest one as "never".
 */
export type WireInteger = number | { readonly rawJSON: string };

export const timestamp = z
  .custom<WireInteger>((value) => Number.isInteger(value) || hasRawJson(value))
  .meta({ type: 'integer', format: 'int64', description: 'Unix seconds.', examples: [1790000000] });

function hasRawJson(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'rawJSON' in value;
}

export const dateTime = z
  .string()
  .regex(RFC3339_UTC)
  .meta({ format: 'date-time', description: 'RFC 3339, UTC.', examples: ['2026-10-01T12:00:00.400Z'] });

export const url = z.string().meta({
  format: 'uri',
  examples: [
    'https://explorer.solana.com/address/So11111111111111111111111111111111111111112?cluster=devnet',
  ],
});

export const nextCursor = z
  .string()
  .nullable()
  .meta({
    description: 'Opaque; pass it as `cursor` for the next page at the same slot. Null on the last page.',
    examples: [null],
  });
