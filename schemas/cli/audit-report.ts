import { z } from 'zod';

/** Amounts and launch ids are decimal strings, slots and counts JSON integers, digests lower-case hexadecimal. */
const amount = z.string().regex(/^(0|[1-9][0-9]*)$/);
const count = z.int().nonnegative();
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const side = z.string().nullable().meta({ description: 'Null where the account does not exist.' });

const auditDifference = z.strictObject({
  account: z.string().meta({ description: 'Base58 address.' }),
  kind: z.enum(['launch', 'pledge', 'escrow', 'vault', 'mint', 'quarantine', 'account', 'unknown']),
  launch_id: amount.nullable(),
  repaired: z.boolean(),
  fields: z.array(z.strictObject({ field: z.string(), indexed: side, chain: side })),
});

const brokenLaunch = z.strictObject({
  launch_id: amount,
  status: z.string(),
  invariants: z.array(z.enum(['sum_of_pledges', 'pledger_count', 'escrow_balance'])),
  sum_of_pledges: amount,
  total_pledged: amount,
  pledges: count,
  pledger_count: count,
  escrow_balance: amount,
  escrow_required: amount,
});

/** What `launchlens audit --json` prints: one comparison of the index with the chain, on one line. */
export const auditReport = z.strictObject({
  slot: count.meta({ description: 'The slot that was compared.' }),
  launch_id: amount.nullable().meta({ description: 'Null when the whole index was compared.' }),
  program: z
    .string()
    .nullable()
    .default(null)
    .meta({ description: 'The followed program that was compared; null for the launches.' }),
  verdict: z.enum(['equal', 'different', 'failed']),
  reason: z.string().nullable().meta({ description: 'Why it failed.' }),
  accounts: count,
  chain_digest: digest,
  index_digest: digest,
  differing_accounts: count,
  repaired_accounts: count,
  differences: z.array(auditDifference).meta({ description: 'At most the first 1,000 accounts.' }),
  invariants: z
    .strictObject({
      launches: count,
      broken: z.array(brokenLaunch),
      surpluses: z
        .array(z.strictObject({ launch_id: amount, surplus: amount }))
        .meta({ description: 'What escrows hold beyond the pledges: anyone can send tokens in.' }),
    })
    .nullable()
    .meta({ description: 'Null for a followed program, which has no launches.' }),
  paid_facts: z
    .strictObject({
      checked: z
        .boolean()
        .meta({ description: 'False where TREASURY_TOKEN_ACCOUNT or REWARD_MINT is not set.' }),
      facts: count.meta({ description: 'Payments that the reward ledger tells of.' }),
      judged: count,
      unjudged: count.meta({
        description:
          'Payments that neither the index nor the node can tell of; with any, the command ends with 2.',
      }),
      differences: z.array(z.strictObject({ record_id: amount, tx_signature: z.string() })).meta({
        description: 'Records whose payment no transfer of the treasury bears out, at most the first 1,000.',
      }),
    })
    .nullable()
    .meta({
      description:
        'The reward ledger against the treasury; null for one launch, a program, and where it failed.',
    }),
  in_slices: z
    .strictObject({
      requests: count.meta({ description: 'Requests for slices, over all attempts.' }),
      bracketed: count.meta({
        description:
          'Accounts that changed during the reading and whose reads before and after are both in the index.',
      }),
    })
    .nullable()
    .default(null)
    .meta({ description: 'How the program was read in slices; null where it was read at once.' }),
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime(),
});

/** What the process that holds the store reports during an audit. */
export const auditStep = z.strictObject({
  step: z.enum(['reading', 'waiting', 'comparing', 'confirming', 'repairing']),
  slot: count.nullable(),
  requests: z
    .strictObject({ done: count, of: count })
    .nullable()
    .default(null)
    .meta({ description: 'Requests for slices so far, and how many there are.' }),
});

export type AuditReport = z.output<typeof auditReport>;
export type AuditStepLine = z.output<typeof auditStep>;
