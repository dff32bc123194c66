import { z } from 'zod';
import { KEY } from '../model/keys.ts';

/** Any integer of an answer; runtimes that do not provide digits give small ones as numbers. */
export const integer = z.union([z.bigint(), z.number().int()]).transform(BigInt);

/** Amounts and ids: decimal text of any size. */
export const amount = z
  .string()
  .regex(/^-?[0-9]{1,80}$/)
  .transform(BigInt);

/** Something bounded far below 2^53, such as a percentage or a page size. */
export const small = integer.transform(Number);

/** A time of RFC 3339, in milliseconds since the Unix epoch. */
export const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

export const pubkey = z.string().regex(KEY);
