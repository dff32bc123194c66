import { z } from 'zod';
import type { Parameter } from '../../schemas/rest/parameters.ts';

/** Id of a row of an owner: a UUID. */
export const rowId = z.string().regex(/^[0-9a-f-]{36}$/);

/** Number of a row, where rows are counted. */
export const rowNumber = z
  .string()
  .regex(/^[1-9][0-9]{0,17}$/)
  .transform((text) => BigInt(text));

/** A path may contain any text: an invalid id is nobody's row, and the store is not queried. */
export const namedRow = rowId.catch('none');

/** The id of one row, in a path. */
export function idNamed(description: string, expected: string): Parameter<string> {
  return { description, expected, documented: rowId, parse: namedRow };
}
