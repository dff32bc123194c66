import { z } from 'zod';
import { integerColumn, smallColumn, timestampColumn } from '../../../core/oltp/columns.ts';
import { type Fields, record } from '../../../core/oltp/record.ts';
import { REWARD_PROGRAMS } from '../../../schemas/reward-programs.ts';

export const PAYOUT_STATUSES = ['requested', 'settled', 'failed'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** A request for payment of the sum of its records. Amounts are base units, times Unix milliseconds. */
export const payoutRequest = record({
  id: integerColumn,
  wallet: z.string(),
  program: z.enum(REWARD_PROGRAMS),
  status: z.enum(PAYOUT_STATUSES),
  payoutMint: z.string(),
  rewardAmount: integerColumn,
  earningCount: smallColumn,
  /** Empty until it is settled. */
  txSignature: z.string(),
  requestedBy: z.string(),
  createdAt: timestampColumn,
  closedAt: timestampColumn.nullable(),
  /** Why it failed. */
  reason: z.string().nullable(),
});

export type PayoutRequest = Fields<typeof payoutRequest.shape>;

/** One record of a request, with its amount at that time. */
export const payoutRecord = record({ recordId: integerColumn, amount: integerColumn });

export type PayoutRecord = Fields<typeof payoutRecord.shape>;
