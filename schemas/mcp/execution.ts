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
import { dateTime, pubkey } from '../rest/scalars.ts';

/** Arguments and answers of every proposing tool: first a plan and, with `confirm`, an intent. */

const expecting = (error: string) => ({ error });
const CONFIRM = expecting('true or false');
const PLAN = expecting('the plan_id of a plan');
const KEY = expecting('1 to 128 visible characters');

/** The arguments that select one of the two calls, besides what is to be done. */
export const executionArguments = {
  confirm: z
    .boolean(CONFIRM)
    .default(false)
    .meta({ description: 'False: answer a plan and propose nothing. True: propose what plan_id planned.' }),
  plan_id: z
    .string(PLAN)
    .min(1, PLAN)
    .max(64, PLAN)
    .optional()
    .meta({ description: 'With confirm: `plan_id` of the plan, whose arguments are repeated.' }),
  idempotency_key: z
    .string(KEY)
    .regex(/^[\x21-\x7e]{1,128}$/, KEY)
    .optional()
    .meta({
      description: 'With confirm: a repeat with the same key and arguments is given the same intent.',
    }),
} as const;

export const executionPlan = z.strictObject({
  plan_id: z.string(),
  action: z.string(),
  summary: z.string().meta({ description: 'What would be done, in a sentence.' }),
  owner: pubkey.meta({ description: 'The wallet that would sign.' }),
  outflows: z.array(outflow).meta({ description: 'What would leave that wallet, beside fees.' }),
  limits: z.array(spendingLeft).meta({ description: 'What the owner’s limits leave of these mints.' }),
  technology_fee: technologyFee.nullable(),
  hand_off: handOff.nullable(),
  transaction: transactionPreview.nullable().meta({
    description:
      'What it would be made of and how the chain would answer now; null where none is built here.',
  }),
  expires_at: dateTime.meta({ description: 'Until when it can be confirmed.' }),
});

export const executionAnswer = z.strictObject({
  stage: z.enum(['planned', 'proposed']),
  plan: executionPlan.optional().meta({ description: 'When planned: nothing is proposed yet.' }),
  intent: intent.optional().meta({ description: 'When proposed: it waits for the owner.' }),
  repeated: z
    .boolean()
    .optional()
    .meta({ description: 'Whether the intent was there already, by its idempotency_key.' }),
});

/** The short form of that answer for lists. `create_execution_intent` has the full form. */
export const executionOutline = z.strictObject({
  ...executionAnswer.shape,
  plan: z
    .looseObject({ plan_id: z.string(), summary: z.string(), expires_at: dateTime })
    .optional()
    .meta({ description: 'When planned, as of create_execution_intent: nothing is proposed yet.' }),
  intent: z
    .looseObject({ id: z.string(), status: z.string() })
    .optional()
    .meta({ description: 'When proposed, as of create_execution_intent: it waits for the owner.' }),
});

export const intentStatus = z.strictObject({
  intent: intentDetail,
  transaction: unsignedTransaction.nullable().meta({
    description:
      'What the owner’s wallet would sign now; null when nothing can be signed or none was asked for.',
  }),
  transaction_problem: z
    .strictObject({ code: z.string(), detail: z.string() })
    .nullable()
    .meta({ description: 'Why no transaction can be made now, when the intent is open.' }),
});

export type IntentStatusAnswer = z.output<typeof intentStatus>;
export type ExecutionAnswer = z.output<typeof executionAnswer>;
