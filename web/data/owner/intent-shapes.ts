import { z } from 'zod';
import { INTENT_STATUSES } from '../../model/intents.ts';
import { amount, instant, integer, pubkey, small } from '../scalars.ts';

export const outflow = z.object({ mint: pubkey, amount });

/** An intent and its status. */
export const intentShape = z.object({
  id: z.string(),
  action: z.string(),
  summary: z.string(),
  owner: pubkey,
  status: z.enum(INTENT_STATUSES),
  arguments: z.record(z.string(), z.unknown()),
  outflows: z.array(outflow),
  technology_fee: outflow.extend({ account: pubkey }).nullable(),
  hand_off: z.object({ url: z.string(), note: z.string() }).nullable(),
  has_transaction: z.boolean(),
  /** Null if the owner made it; and its label. */
  credential_id: z.string().nullable(),
  credential_label: z.string().nullable(),
  created_at: instant,
  expires_at: instant,
  signature: z.string().nullable(),
  slot: integer.nullable(),
  reason: z.string().nullable(),
  closed_at: instant.nullable(),
});
export type Intent = z.output<typeof intentShape>;

const step = z.object({
  status: z.enum(INTENT_STATUSES),
  at: instant,
  moved_by: z.enum(['agent', 'owner', 'chain', 'time']),
  reason: z.string().nullable(),
});
export type IntentStep = z.output<typeof step>;

const plannedAmount = z.object({
  asset: z.string(),
  mint: pubkey.nullable(),
  chain: z.string().nullable(),
  amount: amount.nullable(),
  symbol: z.string().nullable(),
  decimals: small.nullable(),
});
export type PlannedAmount = z.output<typeof plannedAmount>;

const planTerms = z.object({
  gives: z.array(plannedAmount),
  receives: z.array(plannedAmount).nullable(),
  minimum_out: plannedAmount.nullable(),
  price_impact_bps: small.nullable(),
  route: z
    .object({ venue: z.string(), label: z.string().nullable(), expires_at: instant.nullable() })
    .nullable(),
  fees: z.array(plannedAmount).nullable(),
  slippage_bps: small.nullable(),
});
export type PlanTerms = z.output<typeof planTerms>;

export const detailShape = intentShape.extend({ plan_terms: planTerms.nullable(), steps: z.array(step) });
export type IntentDetail = z.output<typeof detailShape>;

const account = z.object({
  name: z.string().nullable(),
  address: pubkey.nullable(),
  signer: z.boolean(),
  writable: z.boolean(),
});
export type DecodedAccount = z.output<typeof account>;

const instruction = z.object({
  program: pubkey,
  program_name: z.string().nullable(),
  instruction: z.string().nullable(),
  accounts: z.array(account),
  arguments: z.record(z.string(), z.string()),
  amount: outflow.extend({ decimals: small }).nullable(),
});
export type DecodedInstruction = z.output<typeof instruction>;

/** The transaction to sign, as built for this page. */
export const transactionShape = z.object({
  transaction: z.base64(),
  message_digest: z.string(),
  last_valid_block_height: integer,
  instructions: z.array(instruction),
  simulation: z.object({
    ok: z.boolean(),
    error: z.string().nullable(),
    units_consumed: integer.nullable(),
    slot: integer,
  }),
  technology_fee_left_out: z.string().nullable(),
  logs: z.array(z.string()),
});
export type MadeTransaction = z.output<typeof transactionShape> & {
  /** By the reader's clock, in milliseconds. */
  readonly madeAt: number;
};
