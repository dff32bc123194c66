import { z } from 'zod';
import { count, launchId, pubkey, slot } from './scalars.ts';
import { source } from './source.ts';

/** What a key, an id or a signature may be. */
export const FOUND_KINDS = [
  'launch',
  'launch_mint',
  'pledge_mint',
  'authority',
  'escrow_token_account',
  'launch_vault',
  'pledge',
  'wallet',
  'transaction',
] as const;

/** One thing that a text names. */
export const found = z.strictObject({
  kind: z.enum(FOUND_KINDS).meta({
    description:
      '`launch`: the launch itself, by its id or address. `wallet`: a wallet with pledges. `transaction`: one that changed the launch, or moved tokens in or out of its escrow. Otherwise what the address is to the launch.',
  }),
  launch_id: launchId.nullable().meta({ description: 'The launch; null for `wallet`, which may have many.' }),
  wallet: pubkey.nullable().meta({ description: 'The wallet, for `wallet` and `pledge`; null otherwise.' }),
  slot: slot.nullable().meta({ description: 'Slot of the transaction; null for all other kinds.' }),
});

export const searchAnswer = z.strictObject({
  source,
  query: z.string().meta({ description: 'What was searched for.', examples: ['7'] }),
  count: count.meta({ description: 'How many were found; more than `found` lists if they are many.' }),
  found: z.array(found).meta({ description: 'At most 100, newest launch first.' }),
});

export type Found = z.output<typeof found>;
export type SearchAnswer = z.output<typeof searchAnswer>;
