import { z } from 'zod';
import { amount, count, nextCursor, pubkey, slot } from './scalars.ts';
import { source } from './source.ts';

/** Accounts of any program whose IDL is known. */

const programName = z.string().meta({ description: 'The name in paths.', examples: ['vault'] });
const typeName = z.string().meta({ description: 'The type, as the IDL names it.', examples: ['Position'] });
const undecodableCount = count.meta({
  description: 'Accounts of this type whose bytes do not decode. They are not in `count`.',
  examples: [0],
});

const data = z.unknown().meta({
  description:
    'The fields, as the IDL names them: integers of 64 bits and wider as decimal strings, keys in base58, bytes in base64. Null if the bytes do not decode.',
  examples: [{ authority: 'So11111111111111111111111111111111111111112', amount: '1500000000' }],
});

export const programTypeCount = z.strictObject({
  type: typeName,
  count: count.meta({ description: 'Open accounts of this type that decode.', examples: [12] }),
  undecodable: undecodableCount,
});

export const programSummary = z.strictObject({
  name: programName,
  address: pubkey,
  idl_sha256: z.string().meta({ description: 'SHA-256 of the IDL that decodes the accounts, in hex.' }),
  last_indexed_slot: slot
    .nullable()
    .meta({ description: 'The slot of its counts. Null if nothing was indexed yet.' }),
  accounts: z.array(programTypeCount),
  instructions: z.array(z.string()).meta({
    description: 'The followed instructions, as the IDL names them.',
    examples: [['deposit', 'withdraw']],
  }),
  events: z.array(z.string()).meta({
    description: 'The followed events, as the IDL names them.',
    examples: [['Deposited']],
  }),
  transactions_covered_from_slot: slot.nullable().meta({
    description:
      'From this slot on, up to `last_indexed_slot`, every transaction was seen; null if some may be missing at that slot.',
  }),
  unknown_accounts: count.meta({
    description: 'Accounts that the IDL has no type for.',
    examples: [0],
  }),
});

export const programListAnswer = z.strictObject({ source, results: z.array(programSummary) });

export const programAccount = z.strictObject({
  address: pubkey,
  type: typeName,
  lamports: amount.meta({ description: 'Lamports, as a decimal string.', examples: ['1858320'] }),
  updated_slot: slot.meta({ description: 'The slot in which the account last changed.' }),
  data,
  undecodable: z
    .string()
    .nullable()
    .meta({
      description: 'Why the bytes do not decode; null if they do.',
      examples: [null],
    }),
});

export const programAccountsAnswer = z.strictObject({
  source,
  count: count.meta({ description: 'Accounts that match, on all pages.', examples: [12] }),
  undecodable: undecodableCount,
  next_cursor: nextCursor,
  results: z.array(programAccount),
});

export const programAccountAnswer = z.strictObject({ source, account: programAccount });

export const programAccountChange = z.strictObject({
  slot: slot.meta({ description: 'The slot in which it changed.' }),
  lamports: amount.meta({ description: 'Lamports after that slot.', examples: ['1858320'] }),
  data: data.meta({
    description: 'The fields after that slot. Null where the account ended, or if its bytes do not decode.',
  }),
  closed: z.boolean().meta({ description: 'Whether the account ended.' }),
});

export const programAccountHistoryAnswer = z.strictObject({
  source,
  next_cursor: nextCursor,
  results: z.array(programAccountChange),
});

export type ProgramTypeCount = z.output<typeof programTypeCount>;
export type ProgramSummary = z.output<typeof programSummary>;
export type ProgramListAnswer = z.output<typeof programListAnswer>;
export type ProgramAccount = z.output<typeof programAccount>;
export type ProgramAccountsAnswer = z.output<typeof programAccountsAnswer>;
export type ProgramAccountAnswer = z.output<typeof programAccountAnswer>;
export type ProgramAccountChange = z.output<typeof programAccountChange>;
export type ProgramAccountHistoryAnswer = z.output<typeof programAccountHistoryAnswer>;
