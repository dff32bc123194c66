import { z } from 'zod';
import { LONGEST_TRANSACTION_TEXT } from '../transaction-text.ts';
import { positiveU64Text, U64_MAX, u64Text } from '../u64.ts';
import { INTENT_STATUSES } from './intent-statuses.ts';
import { planTerms } from './plan-terms.ts';
import { amount, dateTime, pubkey, rowPage, slot } from './scalars.ts';

const SIGNED_TRANSACTION = 'the transaction that was handed out, signed, in base64';

export const outflow = z.strictObject({ mint: pubkey, amount });

export const technologyFee = z.strictObject({
  mint: pubkey,
  amount,
  account: pubkey.meta({ description: 'Token account that receives the fee.' }),
});

export const handOff = z
  .strictObject({
    url: z.string().meta({ description: 'The page where the owner continues.' }),
    note: z.string(),
  })
  .meta({ description: 'Where the owner executes the intent, if no transaction is built here.' });

export const spendingLeft = z.strictObject({
  mint: pubkey,
  per_intent: amount.nullable().meta({ description: 'Maximum per intent; null without a limit.' }),
  left_today: amount
    .nullable()
    .meta({ description: 'What the daily limit leaves after this intent; null without a limit.' }),
});

const decodedAccount = z.strictObject({
  name: z.string().nullable().meta({ description: 'From the IDL; null if it has no name.' }),
  address: pubkey.nullable().meta({ description: 'Null for an account from a lookup table.' }),
  signer: z.boolean(),
  writable: z.boolean(),
});

export const decodedInstruction = z.strictObject({
  program: pubkey,
  program_name: z.string().nullable().meta({ description: 'Null for an unknown program.' }),
  instruction: z.string().nullable().meta({ description: 'Null for an unknown instruction.' }),
  accounts: z.array(decodedAccount),
  arguments: z
    .record(z.string(), z.string())
    .meta({ description: 'Values by name; amounts in base units as decimal strings.' }),
  amount: z
    .strictObject({ mint: pubkey, amount, decimals: z.int().nonnegative() })
    .nullable()
    .meta({ description: 'What the instruction moves, if known.' }),
});

export const simulation = z.strictObject({
  ok: z.boolean(),
  error: z.string().nullable().meta({ description: 'Why the transaction would fail, as text.' }),
  units_consumed: z.int().nonnegative().nullable(),
  slot: slot.meta({ description: 'Slot of the simulation.' }),
});

export const transactionPreview = z.strictObject({
  instructions: z.array(decodedInstruction),
  simulation,
  technology_fee_left_out: z.string().nullable().meta({
    description: 'Why the instructions have no technology fee; null if they have one, or none is due.',
  }),
});

/** What is signed. */
export const unsignedTransaction = z.strictObject({
  transaction: z.string().meta({ description: 'Unsigned v0 transaction in base64, for a wallet to sign.' }),
  message_digest: z.string().meta({ description: 'SHA-256 of its message, in hex.' }),
  last_valid_block_height: slot.meta({ description: 'Last block height at which it can land.' }),
  ...transactionPreview.shape,
});

/** What is signed, as shown to its owner. */
export const ownerTransaction = z.strictObject({
  ...unsignedTransaction.shape,
  logs: z.array(z.string()).meta({ description: 'Program logs of the simulation, line by line.' }),
});

export const intentRefusal = z.strictObject({
  detail: z.string(),
  code: z
    .string()
    .optional()
    .meta({ description: 'The same code as over MCP, such as `blockhash_expired`.' }),
  logs: z
    .array(z.string())
    .optional()
    .meta({ description: 'With `simulation_failed`: the program logs, line by line.' }),
});

const intentShape = {
  id: z.string(),
  action: z.string().meta({ description: 'Name of the tool whose effect it is.' }),
  summary: z.string(),
  owner: pubkey.meta({ description: 'The wallet that signs.' }),
  status: z.enum(INTENT_STATUSES),
  arguments: z.record(z.string(), z.unknown()),
  outflows: z.array(outflow).meta({ description: 'What leaves the owner’s wallet, without fees.' }),
  technology_fee: technologyFee.nullable().meta({
    description:
      'In addition to `outflows`. If the transaction has no room for it, technology_fee_left_out says so.',
  }),
  hand_off: handOff.nullable(),
  has_transaction: z.boolean().meta({ description: 'Whether this API builds its transaction.' }),
  credential_id: z
    .string()
    .nullable()
    .meta({ description: 'Credential of the agent that proposed it; null if the owner made it.' }),
  credential_label: z.string().nullable().meta({ description: 'Label of that credential.' }),
  page_url: z.string().meta({ description: 'Page on which the owner reviews, signs or rejects it.' }),
  idempotency_key: z.string().nullable(),
  created_at: dateTime,
  expires_at: dateTime.meta({ description: 'When it can no longer be approved or submitted.' }),
  signature: z.string().nullable().meta({ description: 'Signature of its transaction, once submitted.' }),
  slot: slot.nullable().meta({ description: 'Slot that executed it, once that slot is indexed.' }),
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

export const intentDetail = z.strictObject({
  ...intentShape,
  plan_terms: planTerms
    .nullable()
    .meta({ description: 'What its plan said about the exchange; null if it was not stored.' }),
  steps: z.array(intentStep),
});

export const intentListAnswer = rowPage(intent);

export const intentSubmission = z.strictObject({
  transaction: z
    .base64({ error: SIGNED_TRANSACTION })
    .min(1, { error: SIGNED_TRANSACTION })
    .max(LONGEST_TRANSACTION_TEXT, { error: SIGNED_TRANSACTION })
    .meta({ description: 'Transaction of `/intents/<id>/transaction/` with the signature of your wallet.' }),
});

/** What owners do in a launch with their own wallets: actions of agents, by the same names. */
const OWN_ACTIONS = ['pledge_to_ilo', 'claim_ilo_tokens', 'refund_ilo_pledge'] as const;

const A_LAUNCH = `a launch id from 0 to ${U64_MAX}, as a decimal string`;
const AN_AMOUNT = `the base units to pledge, from 1 to ${U64_MAX}, as a decimal string; left out for a claim and a refund`;

export const ownIntentRequest = z
  .strictObject({
    action: z
      .enum(OWN_ACTIONS, { error: `one of ${OWN_ACTIONS.join(', ')}` })
      .meta({ description: 'What your wallet would do.' }),
    launch_id: u64Text(A_LAUNCH)
      .transform(BigInt)
      .meta({ description: 'Launch id (u64), as a decimal string.', examples: ['7'] }),
    amount: positiveU64Text(AN_AMOUNT)
      .transform(BigInt)
      .optional()
      .meta({ description: 'Base units to pledge; only for a pledge.', examples: ['2500000'] }),
  })
  .refine(({ action, amount }) => (action === 'pledge_to_ilo') === (amount !== undefined), {
    path: ['amount'],
    error: AN_AMOUNT,
  });

const REASON = '1 to 200 characters';

export const intentRejection = z.strictObject({
  reason: z.string({ error: REASON }).min(1, REASON).max(200, REASON).optional(),
});

export type DecodedInstruction = z.output<typeof decodedInstruction>;
export type SimulationAnswer = z.output<typeof simulation>;
export type TransactionPreview = z.output<typeof transactionPreview>;
export type UnsignedTransaction = z.output<typeof unsignedTransaction>;
export type OwnerTransaction = z.output<typeof ownerTransaction>;
export type IntentRefusal = z.output<typeof intentRefusal>;
export type SpendingLeft = z.output<typeof spendingLeft>;
export type OwnIntentRequest = z.output<typeof ownIntentRequest>;
export type IntentAnswer = z.output<typeof intent>;
export type IntentDetail = z.output<typeof intentDetail>;
export type IntentListAnswer = z.output<typeof intentListAnswer>;
