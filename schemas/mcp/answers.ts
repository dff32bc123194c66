import { z } from 'zod';
import { launchDetailAnswer, launchStatusAnswer } from '../rest/answers.ts';
import { launch } from '../rest/launch.ts';
import { audit, coverageAnswer, coverageRange } from '../rest/proof.ts';
import { count, nextCursor, pubkey } from '../rest/scalars.ts';
import { SCOPE_NAMES } from '../rest/scopes.ts';
import { settlement } from '../rest/settlement.ts';
import { source } from '../rest/source.ts';
import { wallet } from '../rest/wallet.ts';

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

/** The answers of tools that do not match a REST answer. */

/** REST's launch detail or, without a `launch_id`, REST's launch status. */
export const iloDetails = z.strictObject({
  source,
  launch: launchStatusAnswer.shape.launch,
  settlement: launchDetailAnswer.shape.settlement,
  wallet: launchDetailAnswer.shape.wallet,
  phase: launchStatusAnswer.shape.phase.optional(),
  launch_gate: launchStatusAnswer.shape.launch_gate.optional(),
});

export const walletPosition = z.strictObject({
  source,
  wallet: pubkey,
  count: count.meta({ description: 'Launches listed, on all pages together.' }),
  next_cursor: nextCursor,
  results: z.array(z.strictObject({ launch, wallet })).meta({
    description:
      'Newest launch first; only the one asked for when `launch_id` is given, with a pledge of "0" if there is none.',
  }),
});

export const sourceStatus = z.strictObject({
  source,
  first_slot: coverageAnswer.shape.first_slot,
  lost: coverageAnswer.shape.lost,
  coverage: z
    .array(coverageRange)
    .meta({ description: 'How the newest ranges of slots came to be known, newest first.' }),
  newest_audit: audit.nullable().meta({
    description: 'The newest comparison of the index with the chain; null when none was made.',
  }),
  explanation: z.strictObject({
    freshness: z.string(),
    coverage: z.string(),
    verification: z.string(),
  }),
});

export const launchSettlement = z.strictObject({
  source,
  launch_id: launch.shape.launch_id,
  status: launch.shape.status,
  settlement: settlement.nullable().meta({ description: 'Null while the launch is not settled.' }),
});

const jsonSchema = z.record(z.string(), z.unknown());

export const toolDescription = z.strictObject({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  scope: z.enum(SCOPE_NAMES).meta({ description: 'The scope that a credential needs to call it.' }),
  toolset: z.string(),
  annotations: z.record(z.string(), z.boolean()),
  input_schema: jsonSchema.meta({ description: 'JSON Schema of its arguments.' }),
  output_schema: jsonSchema
    .optional()
    .meta({ description: 'JSON Schema of its structured content, on request.' }),
});

export type IloDetails = z.output<typeof iloDetails>;
export type WalletPosition = z.output<typeof walletPosition>;
export type SourceStatus = z.output<typeof sourceStatus>;
