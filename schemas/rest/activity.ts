import { z } from 'zod';
import { ACTIVITY_KINDS } from '../activity-kinds.ts';
import { SIGNATURE_TEXT } from '../base58.ts';
import { amount, dateTime, launchId, nextCursor, pubkey, slot } from './scalars.ts';
import { source } from './source.ts';

/** What changed in a Pledge account. */
export const activity = z.strictObject({
  kind: z.enum(ACTIVITY_KINDS).meta({
    description:
      '`pledge`: its amount grew. `withdrawal`: it shrank, or the account closed without a refund or a claim. `claim`: `tokens_released` grew. `refund`: `refunded` became true.',
  }),
  launch_id: launchId,
  wallet: pubkey.meta({ description: 'The pledger.' }),
  amount: amount.meta({
    description: 'The difference, in base units of `mint`. Several changes of one kind in one slot are one.',
  }),
  mint: pubkey.nullable().meta({
    description: 'The launch mint for a claim, otherwise the pledge mint; null if the LaunchConfig closed.',
  }),
  decimals: z.int().min(0).max(255).nullable().meta({ description: 'Of `mint`; null if unknown.' }),
  slot: slot.meta({ description: 'The slot of the change.' }),
  time: dateTime.nullable().meta({ description: 'Block time of the slot; null if unknown.' }),
  signature: z.string().regex(SIGNATURE_TEXT).nullable().meta({
    description:
      'The last transaction of the slot that wrote the account. Null if a snapshot showed the change: it then happened in `slot` or before.',
  }),
});

export const activityAnswer = z.strictObject({
  source,
  next_cursor: nextCursor,
  results: z.array(activity).meta({
    description:
      'Newest first. `limit` counts changed accounts, so a page can have fewer results, and none although another follows.',
  }),
});

export type ActivityRow = z.output<typeof activity>;
export type ActivityAnswer = z.output<typeof activityAnswer>;
