import { z } from 'zod';
import { pledgeLinks } from './pledge.ts';
import { amount, pubkey, timestamp } from './scalars.ts';

export const allocation = z.strictObject({
  entitlement: amount.meta({ description: 'floor(pledged × token_allocation / total_pledged).' }),
  unlocked: amount.nullable().meta({
    description: 'Unlocked at `source.slot_time`; null when no block time is known.',
  }),
  released: amount.meta({ description: 'Already claimed.' }),
  claimable: amount.nullable().meta({ description: '`unlocked` less `released`.' }),
});

export const refund = z.strictObject({
  amount: amount.meta({ description: 'Amount of the pledge, even after the refund.' }),
  refunded: z.boolean().meta({ description: 'Whether the pledge was refunded.' }),
});

export const wallet = z.strictObject({
  wallet: pubkey.meta({ description: 'The wallet.' }),
  pledge_address: pubkey.meta({ description: 'Address of the Pledge account, whether it exists or not.' }),
  pledged: amount.meta({ description: '"0" for a wallet with no Pledge.' }),
  pledged_ts: timestamp.nullable().meta({ description: 'Null for a wallet with no Pledge.' }),
  explorer: pledgeLinks,
  allocation: allocation.optional().meta({ description: 'Once succeeded or finalized.' }),
  refund: refund.optional().meta({ description: 'Once failed.' }),
});

export type WalletAnswer = z.output<typeof wallet>;
