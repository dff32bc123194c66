import { z } from 'zod';
import {
  handOff,
  intent,
  intentDetail,
  outflow,
  spendingLeft,
  technologyFee,
  transactionPreview,
  unsignedTransaction,
} from '../rest/intents.ts';
import { planTerms } from '../rest/plan-terms.ts';
import { dateTime, pubkey } from '../rest/scalars.ts';
import { flag, textOf } from './arguments.ts';

/**
 * Arguments and answers of every proposing tool: first a plan and, with `confirm`, an intent. In a plan, null is unknown
 * and an empty list is none.
 */

const PLAN = { error: 'the plan_id of a plan' };

/** The arguments that select one of the two calls, besides what is to be done. */
export const executionArguments = {
  confirm: flag(
    'Whether to propose what plan_id planned; false returns a plan and proposes nothing.',
  ).default(false),
  plan_id: z
    .string(PLAN)
    .min(1, PLAN)
    .max(64, PLAN)
    .optional()
    .meta({ description: 'The `plan_id` of the plan, with confirm. Repeat its arguments.' }),
  idempotency_key: textOf('1 to 128 visible characters', /^[\x21-\x7e]{1,128}$/)
    .optional()
    .meta({
      description: 'A repeat with the same key and arguments returns the same intent, with confirm.',
    }),
} as const;

const executionPlan = z.strictObject({
  plan_id: z.string(),
  action: z.string(),
  summary: z.string().meta({ description: 'What would be done, in a sentence.' }),
  owner: pubkey.meta({ description: 'The wallet that would sign.' }),
  outflows: z.array(outflow).meta({ description: 'What would leave that wallet, without fees.' }),
  ...planTerms.shape,
  limits: z.array(spendingLeft).meta({ description: 'What the owner’s limits still allow of these mints.' }),
  technology_fee: technologyFee.nullable(),
  hand_off: handOff.nullable(),
  transaction: transactionPreview.nullable().meta({
    description:
      'What the transaction would contain, and its result in a simulation now; null if none is built here.',
  }),
  expires_at: dateTime.meta({ description: 'The plan can be confirmed until then.' }),
});

export const executionAnswer = z.strictObject({
  stage: z.enum(['planned', 'proposed']),
  plan: executionPlan.optional().meta({ description: 'When planned: nothing is proposed yet.' }),
  intent: intent.optional().meta({ description: 'When proposed: it waits for the owner.' }),
  repeated: z
    .boolean()
    .optional()
    .meta({ description: 'Whether an earlier call with this idempotency_key proposed it.' }),
});

export const intentStatus = z.strictObject({
  intent: intentDetail,
  transaction: unsignedTransaction.nullable().meta({
    description:
      'What the owner’s wallet would sign now; null if nothing can be signed or none was requested.',
  }),
  transaction_problem: z
    .strictObject({ code: z.string(), detail: z.string() })
    .nullable()
    .meta({ description: 'Why no transaction can be built now, if the intent is open.' }),
});

export type IntentStatusAnswer = z.output<typeof intentStatus>;
export type ExecutionPlanAnswer = z.output<typeof executionPlan>;
export type ExecutionAnswer = z.output<typeof executionAnswer>;
