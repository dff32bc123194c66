import { z } from 'zod';
import { amount, count, dateTime, launchId, nextCursor, pubkey, slot } from './scalars.ts';
import { source } from './source.ts';

export const COVERAGE_STATES = ['streamed', 'snapshot', 'lost', 'repaired'] as const;
export const VERDICTS = ['equal', 'different', 'failed'] as const;
export const ACCOUNT_KINDS = ['launch_config', 'pledge', 'escrow', 'vault', 'mint'] as const;

export const coverageRange = z.strictObject({
  from_slot: slot,
  to_slot: slot.meta({
    description: 'Inclusive. A range that is still streamed ends at the newest slot.',
  }),
  state: z.enum(COVERAGE_STATES),
  origin: z.string().meta({ description: 'Source of the range.' }),
  cause: z.string().meta({ description: 'Why it was lost or read again; otherwise empty.' }),
  recorded_at: dateTime,
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

/** One comparison of the index with the chain. */
export const audit = z.strictObject({
  slot,
  launch_id: launchId.nullable().meta({ description: 'Null when the whole index was compared.' }),
  verdict: z.enum(VERDICTS),
  accounts: count,
  differences: count,
  chain_digest: z.string().regex(/^[0-9a-f]{64}$/),
  index_digest: z.string().regex(/^[0-9a-f]{64}$/),
  detail: z.string(),
  started_at: dateTime,
  finished_at: dateTime,
});

export const auditListAnswer = z.strictObject({
  source,
  next_cursor: nextCursor,
  results: z.array(audit).meta({ description: 'Greatest slot first.' }),
});

export const accountState = z.strictObject({
  exists: z.boolean(),
  owner: pubkey.nullable().meta({
    description: 'Owning program; null if the account does not exist, or if the index does not keep it.',
  }),
  lamports: amount.nullable().meta({ description: 'Null if the account does not exist.' }),
  data: z
    .string()
    .nullable()
    .meta({ description: 'The account’s bytes in base64; null if it does not exist.' }),
});

/** One account read from the chain now, compared byte for byte with the index at the same slot. */
export const verificationAnswer = z.strictObject({
  source,
  pubkey,
  kind: z.enum(ACCOUNT_KINDS),
  equal: z.boolean(),
  slot: slot.meta({ description: 'The slot of both states.' }),
  indexed: accountState,
  chain: accountState,
  differences: z.array(
    z.strictObject({ field: z.string(), indexed: z.string().nullable(), chain: z.string().nullable() }),
  ),
});

export type CoverageRange = z.output<typeof coverageRange>;
export type CoverageAnswer = z.output<typeof coverageAnswer>;
export type AuditAnswer = z.output<typeof audit>;
export type AuditListAnswer = z.output<typeof auditListAnswer>;
export type AccountStateAnswer = z.output<typeof accountState>;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];
export type VerificationAnswer = z.output<typeof verificationAnswer>;
