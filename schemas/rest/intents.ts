import { z } from 'zod';
import { INTENT_STATUSES } from './intent-statuses.ts';
import { amount, dateTime, pubkey, slot } from './scalars.ts';

const SIGNED_TRANSACTION = 'the transaction that was handed out, signed, in base64';
/** Of a transaction of at most 1232 bytes. */
const LONGEST_TRANSACTION_TEXT = 1_644;

export const outflow = z.strictObject({ mint: pubkey, amount });

export const technologyFee = z.strictObject({
  mint: pubkey,
  amount,
  account: pubkey.meta({ description: 'Token account that receives it.' }),
});

export const handOff = z
  .strictObject({
    url: z.string().meta({ description: 'Where the owner goes.' }),
    note: z.string(),
  })
  .meta({ description: 'Where the owner executes it, when no transaction is built here.' });

export const spendingLeft = z.strictObject({
  mint: pubkey,
  per_intent: amount.nullable().meta({ description: 'Most that one intent may take; null without a limit.' }),
  left_today: amount
    .nullable()
    .meta({ description: 'What the day’s limit leaves beside this one; null without a limit.' }),
});

export const decodedAccount = z.strictObject({
  name: z.string().nullable().meta({ description: 'By the IDL; null where it tells none.' }),
  address: pubkey.nullable().meta({ description: 'Null for one that a look-up table holds.' }),
  signer: z.boolean(),
  writable: z.boolean(),
});

export const decodedInstruction = z.strictObject({
  program: pubkey,
  program_name: z.string().nullable().meta({ description: 'Null for a program that is not known here.' }),
  instruction: z.string().nullable().meta({ description: 'Null for an instruction that is not known here.' }),
  accounts: z.array(decodedAccount),
  arguments: z
    .record(z.string(), z.string())
    .meta({ description: 'Values by name; amounts in base units as decimal strings.' }),
  amount: z
    .strictObject({ mint: pubkey, amount, decimals: z.int().nonnegative() })
    .nullable()
    .meta({ description: 'What it moves, where that is known.' }),
});

export const simulation = z.strictObject({
  ok: z.boolean(),
  error: z.string().nullable().meta({ description: 'What the program would answer, in words.' }),
  units_consumed: z.int().nonnegative().nullable(),
  slot: slot.meta({ description: 'Slot at which the node simulated it.' }),
});

export const transactionPreview = z.strictObject({
  instructions: z.array(decodedInstruction),
  simulation,
  technology_fee_left_out: z.string().nullable().meta({
    description: 'Why the technology fee is not among the instructions; null where it is, or none is due.',
  }),
});

/** What is signed. */
export const unsignedTransaction = z.strictObject({
  transaction: z.string().meta({ description: 'Unsigned v0 transaction, base64, as wallets take it.' }),
  message_digest: z.string().meta({ description: 'SHA-256 of its message, in hex.' }),
  last_valid_block_height: slot.meta({ description: 'Block height up to which it can land.' }),
  ...transactionPreview.shape,
});

/** What is signed, as shown to its owner. */
export const ownerTransaction = z.strictObject({
  ...unsignedTransaction.shape,
  logs: z
    .array(z.string())
    .meta({ description: 'What the programs said when it was simulated, line by line.' }),
});

export const intentRefusal = z.strictObject({
  detail: z.string(),
  code: z.string().optional().meta({ description: 'As MCP tells it: `blockhash_expired` and so on.' }),
  logs: z
    .array(z.string())
    .optional()
    .meta({ description: 'With `simulation_failed`: what the programs said, line by line.' }),
});

const intentShape = {
  id: z.string(),
  action: z.string().meta({ description: 'The tool whose effect it is.' }),
  summary: z.string(),
  owner: pubkey.meta({ description: 'The wallet that signs.' }),
  status: z.enum(INTENT_STATUSES),
  arguments: z.record(z.string(), z.unknown()),
  outflows: z.array(outflow).meta({ description: 'What leaves the owner’s wallet, beside fees.' }),
  technology_fee: technologyFee.nullable().meta({
    description: 'Beside what leaves; a transaction without room for it says so: technology_fee_left_out.',
  }),
  hand_off: handOff.nullable(),
  has_transaction: z.boolean().meta({ description: 'Whether a transaction is built for it here.' }),
  credential_id: z.string().meta({ description: 'Credential of the agent that proposed it.' }),
  credential_label: z.string().meta({ description: 'Label of that credential.' }),
  page_url: z.string().meta({ description: 'Page on which the owner looks at it, signs or rejects.' }),
  idempotency_key: z.string().nullable(),
  created_at: dateTime,
  expires_at: dateTime.meta({ description: 'Until when it can be approved and submitted.' }),
  signature: z.string().nullable().meta({ description: 'Of its transaction, once submitted.' }),
  slot: slot.nullable().meta({ description: 'Slot that executed it, once the index holds that slot.' }),
  reason: z.string().nullable().meta({ description: 'Why it was rejected, failed or expired.' }),
  closed_at: dateTime.nullable(),
} as const;

export const intent = z.strictObject(intentShape);

export const intentStep = z.strictObject({
  status: z.enum(INTENT_STATUSES),
  at: dateTime,
  moved_by: z.enum(['agent', 'owner', 'chain', 'time']),
  reason: z.string().nullable(),
});

export const intentDetail = z.strictObject({ ...intentShape, steps: z.array(intentStep) });

export const intentListAnswer = z.strictObject({
  results: z.array(intent),
  has_more: z.boolean().meta({ description: 'Whether older ones follow.' }),
});

export const intentSubmission = z.object({
  transaction: z
    .base64({ error: SIGNED_TRANSACTION })
    .min(1, { error: SIGNED_TRANSACTION })
    .max(LONGEST_TRANSACTION_TEXT, { error: SIGNED_TRANSACTION })
    .meta({ description: 'Transaction of `/intents/<id>/transaction/` with the signature of your wallet.' }),
});

const REASON = '1 to 200 characters';

export const intentRejection = z.object({
  reason: z.string({ error: REASON }).min(1, REASON).max(200, REASON).optional(),
});

export type DecodedInstruction = z.output<typeof decodedInstruction>;
export type SimulationAnswer = z.output<typeof simulation>;
export type TransactionPreview = z.output<typeof transactionPreview>;
export type UnsignedTransaction = z.output<typeof unsignedTransaction>;
export type OwnerTransaction = z.output<typeof ownerTransaction>;
export type IntentRefusal = z.output<typeof intentRefusal>;
export type SpendingLeft = z.output<typeof spendingLeft>;
export type IntentAnswer = z.output<typeof intent>;
export type IntentDetail = z.output<typeof intentDetail>;
export type IntentListAnswer = z.output<typeof intentListAnswer>;
