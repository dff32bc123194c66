import { z } from 'zod';
import { payoutFields } from './claims.ts';
import { rewardProgram } from './rewards.ts';
import { dateTime } from './scalars.ts';

export const payout = z.strictObject({
  ...payoutFields,
  program: rewardProgram.meta({ description: 'Programme of its records.' }),
  created_at: dateTime.meta({ description: 'When it was requested.' }),
  settled_at: dateTime.nullable().meta({ description: 'When its payment was recognised; null before.' }),
  reason: z.string().nullable().meta({ description: 'Why it failed; otherwise null.' }),
});

/** The payout requests of a wallet, newest first. */
export const payoutListAnswer = z.strictObject({
  results: z.array(payout),
  has_more: z.boolean().meta({ description: 'Whether another page follows.' }),
});

export type PayoutAnswer = z.output<typeof payout>;
export type PayoutListAnswer = z.output<typeof payoutListAnswer>;
