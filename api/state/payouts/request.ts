import { z } from 'zod';
import { integerColumn, smallColumn, timestampColumn } from '../../../core/oltp/columns.ts';
import { REWARD_PROGRAMS, type RewardProgram } from '../../../schemas/reward-programs.ts';

export const PAYOUT_STATUSES = ['requested', 'settled', 'failed'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** A request for payment of the sum of its records. Amounts are base units, times Unix milliseconds. */
export interface PayoutRequest {
  readonly id: bigint;
  readonly wallet: string;
  readonly program: RewardProgram;
  readonly status: PayoutStatus;
  readonly payoutMint: string;
  readonly rewardAmount: bigint;
  readonly earningCount: number;
  /** Empty until it is settled. */
  readonly txSignature: string;
  readonly requestedBy: string;
  readonly createdAt: number;
  readonly closedAt: number | undefined;
  /** Why it failed. */
  readonly reason: string | undefined;
}

/** One record of a request, with its amount at that time. */
export interface PayoutRecord {
  readonly recordId: bigint;
  readonly amount: bigint;
}

export const REQUEST_COLUMNS = `id, wallet, program, status, payout_mint, reward_amount, earning_count, tx_signature,
  requested_by, created_at, closed_at, reason`;

export const requestRow = z
  .object({
    id: integerColumn,
    wallet: z.string(),
    program: z.enum(REWARD_PROGRAMS),
    status: z.enum(PAYOUT_STATUSES),
    payout_mint: z.string(),
    reward_amount: integerColumn,
    earning_count: smallColumn,
    tx_signature: z.string(),
    requested_by: z.string(),
    created_at: timestampColumn,
    closed_at: timestampColumn.nullable(),
    reason: z.string().nullable(),
  })
  .transform(
    (row): PayoutRequest => ({
      id: row.id,
      wallet: row.wallet,
      program: row.program,
      status: row.status,
      payoutMint: row.payout_mint,
      rewardAmount: row.reward_amount,
      earningCount: row.earning_count,
      txSignature: row.tx_signature,
      requestedBy: row.requested_by,
      createdAt: row.created_at,
      closedAt: row.closed_at ?? undefined,
      reason: row.reason ?? undefined,
    }),
  );

export const recordRow = z
  .object({ record_id: integerColumn, amount: integerColumn })
  .transform(({ record_id, amount }): PayoutRecord => ({ recordId: record_id, amount }));
