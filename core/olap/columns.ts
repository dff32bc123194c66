import { z } from 'zod';

/**
 * How the values of ClickHouse columns arrive, for row schemas. Select binary columns as text (`base58Encode(x)`,
 * `hex(x)`): raw bytes do not survive JSON.
 */

/** UInt64, UInt128, UInt256: a decimal string, parsed to bigint. */
export const unsignedColumn = z
  .string()
  .regex(/^[0-9]+$/)
  .transform((text) => BigInt(text));

/** Int64, Int128: a decimal string, parsed to bigint. */
export const signedColumn = z
  .string()
  .regex(/^-?[0-9]+$/)
  .transform((text) => BigInt(text));

/** UInt8, UInt16, UInt32: a JSON number. */
export const smallColumn = z.int().min(0).max(0xffff_ffff);

/** UInt8 used as a flag. */
export const flagColumn = z.union([z.literal(0), z.literal(1)]).transform((value) => value === 1);

/** `hex(x)`, parsed to bytes. */
export const hexColumn = z
  .string()
  .regex(/^(?:[0-9A-F]{2})*$/)
  .transform((text) => Buffer.from(text, 'hex'));

/** DateTime64(3, 'UTC'), parsed to milliseconds since the Unix epoch. */
export const timestampColumn = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/)
  .transform((text) => Date.parse(`${text.replace(' ', 'T')}Z`))
  .refine((milliseconds) => !Number.isNaN(milliseconds), { error: 'no time' });
