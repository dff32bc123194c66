import { z } from 'zod';
import { checkedSignature } from '../base58.ts';
import { REWARD_EVENT_KINDS } from '../reward-event-kinds.ts';
import { errorAnswer } from './error.ts';
import { rewardAmount, rewardProgram, rewardRecordId } from './rewards.ts';
import { count, dateTime, pubkey } from './scalars.ts';

/** The longest reason of a row, in characters. */
export const LONGEST_REASON = 500;

const kind = z.enum(REWARD_EVENT_KINDS);

/** The members of a row for the ledger, which are also the columns of its files. Which of them a row has follows from its kind. */
export const rewardEventRow = z.strictObject({
  kind,
  record_id: rewardRecordId,
  at: dateTime,
  program: rewardProgram.nullish().meta({ description: 'Of an accrual.' }),
  wallet: pubkey.nullish().meta({ description: 'Of an accrual: who earns.' }),
  amount_base_units: rewardAmount.nullish().meta({
    description: 'Token amount in base units: of a pricing, and of an accrual that is no fee share.',
  }),
  reason: z.string().max(LONGEST_REASON).nullish().meta({ description: 'Of a hold, its release or a void.' }),
  tx_signature: checkedSignature.nullish().meta({ description: 'Of a payment.' }),
});

export const rewardEventsStored = z.strictObject({
  stored: count.meta({ description: 'Events that were new.', examples: [2] }),
  known: count.meta({ description: 'Events that the ledger already had.', examples: [0] }),
  ledger_revision: count.meta({ description: 'Revision of the reward ledger.', examples: [42] }),
});

export const rejectedRewardEvent = z.strictObject({
  line: count.meta({ description: 'Line of the event in the request, from 1.', examples: [3] }),
  record_id: rewardRecordId,
  kind,
  at: dateTime,
  reason: z.string(),
});

/** A row that is not a valid reward event. */
export const rewardRowRefusal = z.strictObject({
  ...errorAnswer.shape,
  line: count.meta({ description: 'Line of the row in the request, from 1.', examples: [3] }),
});

/** Why nothing of a request was stored; at most a hundred events are named. */
export const rewardEventsRefusal = z.union([
  z.strictObject({ ...errorAnswer.shape, conflicts: z.array(rejectedRewardEvent) }),
  z.strictObject({ ...errorAnswer.shape, pre_mint: z.literal(true), refused: z.array(rejectedRewardEvent) }),
]);

export type RewardEventsStored = z.output<typeof rewardEventsStored>;
export type RejectedRewardEvent = z.output<typeof rejectedRewardEvent>;
export type RewardEventsRefusal = z.output<typeof rewardEventsRefusal>;
