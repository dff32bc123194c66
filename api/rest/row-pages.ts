import { z } from 'zod';
import type { Parameter } from '../../schemas/rest/parameters.ts';
import { rowId, rowNumber } from './row-id.ts';

/** How listings of an owner's rows are paged: newest first, continuing below the last row of the previous page. */

const MOST = 200;

const BEFORE = {
  description: 'Goes on after this one.',
  expected: 'the id of the last one of the page before',
};

export const rowLimit: Parameter<number> = {
  description: 'Most rows of the answer.',
  expected: `a whole number from 1 to ${MOST}`,
  documented: z.int().min(1).max(MOST).default(50),
  parse: z
    .string()
    .regex(/^[1-9][0-9]{0,2}$/)
    .transform(Number)
    .refine((value) => value <= MOST)
    .default(50),
};

export const placeBefore: Parameter<bigint | undefined> = {
  ...BEFORE,
  documented: z.int().positive(),
  parse: rowNumber.optional(),
};

/** The same where rows are named by UUIDs. */
export const beforeRow: Parameter<string | undefined> = {
  ...BEFORE,
  documented: rowId,
  parse: rowId.optional(),
};
