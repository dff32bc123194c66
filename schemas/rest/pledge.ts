import { z } from 'zod';
import { amount, pubkey, slot, timestamp } from './scalars.ts';

export const pledge = z.strictObject({
  pledger: pubkey,
  pledge_address: pubkey,
  amount: amount.meta({ description: 'Cumulative pledge of this wallet (pledge-mint base units).' }),
  tokens_released: amount,
  refunded: z.boolean(),
  pledged_ts: timestamp,
  updated_slot: slot.meta({ description: 'Slot in which the Pledge account last changed.' }),
});

export type PledgeAnswer = z.output<typeof pledge>;
