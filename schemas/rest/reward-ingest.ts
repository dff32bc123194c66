import { z } from 'zod';
import { errorAnswer } from './error.ts';
import { rewardRecordId } from './rewards.ts';
import { count, dateTime } from './scalars.ts';

export const rewardEventsStored = z.strictObject({
  stored: count.meta({ description: 'Events that were new.', examples: [2] }),
  known: count.meta({ description: 'Events that the ledger already had.', examples: [0] }),
  ledger_revision: count.meta({ description: 'Revision of the reward ledger.', examples: [42] }),
});

export const rejectedRewardEvent = z.strictObject({
  line: count.meta({ description: 'Line of the event in the request, from 1.', examples: [3] }),
  record_id: rewardRecordId,
  kind: z.enum(['accrued', 'priced', 'held', 'released', 'voided', 'paid']),
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
