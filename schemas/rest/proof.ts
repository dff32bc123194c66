import { z } from 'zod';
import { amount, count, dateTime, launchId, nextCursor, pubkey, slot } from './scalars.ts';
import { source } from './source.ts';

export const COVERAGE_STATES = ['streamed', 'snapshot', 'lost', 'repaired'] as const;
export const VERDICTS = ['equal', 'different', 'failed'] as const;
export const ACCOUNT_KINDS = ['launch_config', 'pledge', 'escrow', 'vault', 'mint'] as const;

export const coverageRange = z.strictObject({
  from_slot: slot.meta({ description: 'Inclusive.' }),
  to_slot: slot.meta({
    description: 'Inclusive. A range that is still streamed ends at the newest slot.',
  }),
  state: z.enum(COVERAGE_STATES),
  origin: z.string().meta({ description: 'Source of the range.' }),
  cause: z.string().meta({ description: 'Why it was lost or read again; otherwise empty.' }),
  recorded_at: dateTime.meta({ description: 'When this was recorded.' }),
});

/** How each range of slots was indexed. */
export const coverageAnswer = z.strictObject({
  source,
  first_slot: slot.nullable().meta({ description: 'The first available slot.' }),
  lost: z.array(z.strictObject({ from_slot: slot, to_slot: slot })).meta({
    description: 'Gaps, at most the last 200: requests for these slots are refused.',
  }),
  next_cursor: nextCursor,
  results: z.array(coverageRange).meta({ description: 'Newest first; pieces that adjoin are one range.' }),
});

const digest = z.string().regex(/^[0-9a-f]{64}$/);

/** One comparison of the index with the chain. */
export const audit = z.strictObject({
  slot: slot.meta({ description: 'The compared slot.' }),
  launch_id: launchId.nullable().meta({ description: 'Null when the whole index was compared.' }),
  verdict: z.enum(VERDICTS),
  accounts: count.meta({ description: 'Compared accounts.' }),
  differences: count.meta({ description: 'Accounts that differ.' }),
  chain_digest: digest.meta({ description: 'SHA-256 over the accounts on the chain, in hex.' }),
  index_digest: digest.meta({ description: 'SHA-256 over the accounts in the index, in hex.' }),
  detail: z.string().meta({
    description: 'JSON: why it failed, what was repaired, and how the escrow of each launch adds up.',
  }),
  started_at: dateTime.meta({ description: 'When the comparison began.' }),
  finished_at: dateTime.meta({ description: 'When the comparison ended.' }),
});

export const auditListAnswer = z.strictObject({
  source,
  next_cursor: nextCursor,
  results: z.array(audit).meta({ description: 'Greatest slot first.' }),
});

export const accountState = z.strictObject({
  exists: z.boolean().meta({ description: 'Whether the account exists.' }),
  owner: pubkey.nullable().meta({
    description: 'Owning program; null if the account does not exist, or if the index does not keep it.',
  }),
  lamports: amount.nullable().meta({ description: 'Null if the account does not exist.' }),
  data: z
    .string()
    .nullable()
    .meta({ description: 'The account’s bytes in base64; null if it does not exist.' }),
});

export const accountDifference = z.strictObject({
  field: z.string().meta({ description: 'Name of the field; `data` for bytes outside of all fields.' }),
  indexed: z.string().nullable().meta({ description: 'In the index; null if it has none.' }),
  chain: z.string().nullable().meta({ description: 'On the chain; null if it has none.' }),
});

/** One account read from the chain now, compared byte for byte with the index at the same slot. */
export const verificationAnswer = z.strictObject({
  source,
  pubkey: pubkey.meta({ description: 'The account.' }),
  kind: z.enum(ACCOUNT_KINDS),
  equal: z.boolean().meta({ description: 'Whether data, lamports and owner are the same.' }),
  slot: slot.meta({ description: 'The slot of both states.' }),
  indexed: accountState,
  chain: accountState,
  differences: z.array(accountDifference),
});

export type CoverageRange = z.output<typeof coverageRange>;
export type CoverageAnswer = z.output<typeof coverageAnswer>;
export type AuditAnswer = z.output<typeof audit>;
export type AuditListAnswer = z.output<typeof auditListAnswer>;
export type AccountStateAnswer = z.output<typeof accountState>;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];
export type VerificationAnswer = z.output<typeof verificationAnswer>;
