import { z } from 'zod';

/** How the values of PostgreSQL columns arrive, for row schemas: as text. */

/** bigint, numeric without fraction: parsed to bigint. */
export const integerColumn = z
  .string()
  .regex(/^-?[0-9]{1,80}$/)
  .transform((text) => BigInt(text));

/** integer, smallint, and counts that stay small: parsed to a number. */
export const smallColumn = z
  .string()
  .regex(/^-?[0-9]{1,15}$/)
  .transform(Number);

/** boolean. */
export const booleanColumn = z.enum(['t', 'f']).transform((text) => text === 't');

/** timestamptz, parsed to milliseconds since the Unix epoch. */
export const timestampColumn = z
  .string()
  .regex(/^\d{4,5}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d)?$/)
  .transform((text) => Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')))
  .refine((milliseconds) => !Number.isNaN(milliseconds), { error: 'no time' });

/** bytea, as its digits in hex. */
export const bytesColumn = z
  .string()
  .regex(/^\\x(?:[0-9a-f]{2})*$/)
  .transform((text) => text.slice(2));

/** A list of plain names in a text array; `known` parses it. */
export function namesColumn<Names>(known: z.ZodType<Names, readonly string[]>) {
  return z
    .string()
    .regex(/^\{[\w.,]+\}$/)
    .transform((text): readonly string[] => text.slice(1, -1).split(','))
    .pipe(known);
}

/** jsonb, with a record's shape. */
export function jsonColumn<Value>(shape: z.ZodType<Value>) {
  return z.string().transform((text) => shape.parse(JSON.parse(text)));
}
