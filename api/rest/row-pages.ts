import { z } from 'zod';
import { type Parameter, size } from '../../schemas/reads/argument.ts';

/** How an owner's rows are named, and how their listings are paged: newest first, continuing below the last row. */

/** Id of a row: a UUID. */
const rowId = (error: string) => z.string({ error }).regex(/^[0-9a-f-]{36}$/, { error });

/** Number of a row, where rows are counted. Answers write it as a JSON integer, so none is above 2^53 - 1. */
const rowNumber = (error: string) =>
  z
    .string({ error })
    .regex(/^[1-9][0-9]{0,15}$/, { error, abort: true })
    .transform(BigInt)
    .refine((number) => number <= Number.MAX_SAFE_INTEGER, { error });

/** The id of one row, in a path. Any other text names nobody's row, and the store is not queried. */
export function idNamed(description: string): Parameter<string> {
  const documented = rowId('an id');
  return { description, documented, parse: documented.catch('none') };
}

/** The number of one row, in a path. */
export function numberNamed(what: string): Parameter<bigint> {
  return {
    description: `Id of ${what}.`,
    documented: z.int().positive(),
    parse: rowNumber(`the id of ${what}`),
  };
}

const BEFORE = { description: 'Continues after the row with this id, the last one of the previous page.' };
const LAST_ID = 'the id of the last row of the previous page';

/** Only the rows of one credential. */
export const ofCredential: Parameter<string | undefined> = {
  description: 'Only rows of the credential with this id.',
  documented: rowId('the id of a credential'),
  parse: rowId('the id of a credential').optional(),
};

export const rowLimit = size(1, 200, 50, 'Most rows of the answer.');

export const placeBefore: Parameter<bigint | undefined> = {
  ...BEFORE,
  documented: z.int().positive(),
  parse: rowNumber(LAST_ID).optional(),
};

/** The same where rows are named by UUIDs. */
export const beforeRow: Parameter<string | undefined> = {
  ...BEFORE,
  documented: rowId(LAST_ID),
  parse: rowId(LAST_ID).optional(),
};
