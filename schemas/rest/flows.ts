import { z } from 'zod';
import { SIGNATURE_TEXT } from '../base58.ts';
import { mintFields } from './mints.ts';
import { amount, count, dateTime, launchId, nextCursor, pubkey, slot } from './scalars.ts';
import { source } from './source.ts';

export const FLOW_DIRECTIONS = ['in', 'out'] as const;
/** A name that no format has to escape. */
export const FLOW_KIND = /^[a-z][a-z_]{0,31}$/;

/** One movement of tokens in or out of an escrow. */
export const flow = z.strictObject({
  launch_id: launchId.meta({ description: 'Id of the launch.' }),
  slot: slot.meta({ description: 'Slot of the transaction.' }),
  time: dateTime.nullable().meta({ description: 'Block time; null if unknown.' }),
  signature: z
    .string()
    .regex(SIGNATURE_TEXT)
    .meta({ description: 'Signature of the transaction, 64 bytes in base58.' }),
  ordinal: count.meta({ description: 'Number of the transfer within its transaction.' }),
  direction: z.enum(FLOW_DIRECTIONS),
  kind: z
    .string()
    .regex(FLOW_KIND)
    .meta({ description: 'What caused the transfer, such as `pledge` or `refund`.' }),
  wallet: pubkey.nullable().meta({
    description: 'Owner of the token account on the other side; null if the transaction does not show it.',
  }),
  mint: pubkey.meta({ description: 'Mint of the tokens.' }),
  amount: amount.meta({ description: 'Transferred amount, in base units of `mint`.' }),
});

export const flowListAnswer = z.strictObject({
  source,
  launch_id: launchId,
  ...mintFields,
  complete_from_slot: slot.nullable().meta({
    description:
      'Every transfer from this slot up to the slot of the answer is listed. Null when transactions were not indexed up to that slot.',
  }),
  next_cursor: nextCursor,
  results: z.array(flow).meta({ description: 'Oldest first.' }),
});

export type FlowAnswer = z.output<typeof flow>;
export type FlowListAnswer = z.output<typeof flowListAnswer>;
