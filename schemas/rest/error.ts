import { z } from 'zod';

/** What every error body has. */
export const errorAnswer = z.strictObject({
  detail: z
    .string()
    .meta({ description: 'What is wrong, and what to do.', examples: ['limit must be 1 to 200.'] }),
  code: z.string().meta({
    description: 'Stable name of the error, as docs/errors.md lists it, in lower case.',
    examples: ['parameter_malformed'],
  }),
});
