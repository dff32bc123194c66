import { z } from 'zod';

/** The structured content of a tool call that failed (`isError`). */
export const toolError = z
  .strictObject({
    code: z
      .string()
      .regex(/^[a-z][a-z0-9_]*$/)
      .meta({ description: 'Stable name of the failure.', examples: ['launch_not_found'] }),
    detail: z.string().meta({ description: 'What is wrong, in one sentence.' }),
    remedy: z.string().meta({ description: 'What to do next.' }),
  })
  .meta({ description: 'When the call failed (isError).' });

export type ToolError = z.output<typeof toolError>;
