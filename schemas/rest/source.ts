import { z } from 'zod';
import type { CamelCased } from '../letter-case.ts';
import { count, dateTime, pubkey, slot } from './scalars.ts';

const CLUSTER_NAMES = ['localnet', 'devnet', 'mainnet-beta'] as const;

/** The freshness stamp of every chain answer. */
export const source = z
  .strictObject({
    last_indexed_slot: slot.meta({
      description: 'Every change up to and including this slot is in the answer, and none after it.',
      examples: [1042],
    }),
    commitment: z.enum(['confirmed', 'finalized']).meta({ description: 'Commitment the index follows.' }),
    slot_time: dateTime.nullable().meta({
      description: 'Newest known block time at or below `last_indexed_slot`: "now" in this answer.',
      examples: ['2026-10-01T12:00:00Z'],
    }),
    chain_slot: slot.meta({ description: 'Newest known slot at that commitment.', examples: [1043] }),
    lag_slots: count.meta({ description: '`chain_slot` less `last_indexed_slot`.', examples: [1] }),
    verified_slot: slot.nullable().meta({
      description: 'Newest slot at which the whole index was proven equal to raw RPC.',
      examples: [null],
    }),
    indexed_at: dateTime.meta({ description: 'When the index reached its newest slot.' }),
    unreadable_accounts: count.optional().meta({
      description:
        'Accounts whose bytes at this slot match no known layout, if any. Lists omit their launches; requests that need one are refused.',
    }),
    token_accounts: z.enum(['transactions']).optional().meta({
      description:
        'Present if balances of token accounts come from transactions: other changes of them and of mints show only after an audit, so rely on `verified_slot`.',
    }),
    cluster: z.enum(CLUSTER_NAMES),
    program_id: pubkey.meta({ description: 'The escrow program.' }),
  })
  .meta({ description: 'The state that this answer shows.' });

export type SourceStamp = z.output<typeof source>;

/** The same, spelled as GraphQL does. */
export type SourceNode = CamelCased<SourceStamp>;
