import { z } from 'zod';
import { SCOPE_NAMES } from '../rest/scopes.ts';

/** The structured content of a tool call that failed (`isError`). */
export const toolError = z
  .strictObject({
    code: z
      .string()
      .regex(/^[a-z][a-z0-9_]*$/)
      .meta({ description: 'Stable name of the failure.', examples: ['launch_not_found'] }),
    detail: z.string().meta({ description: 'What is wrong, in one sentence.' }),
    remedy: z.string().meta({ description: 'What to do next.' }),
    scope: z
      .enum(SCOPE_NAMES)
      .optional()
      .meta({ description: 'The scope that the credential lacks: with missing_scope alone.' }),
  })
  .meta({ description: 'When the call failed (isError).' });

export type ToolError = z.output<typeof toolError>;
