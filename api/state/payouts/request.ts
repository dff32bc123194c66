import { z } from 'zod';
import type { Queries } from '../../../core/oltp/port.ts';
import {
  type Fields,
  integerColumn,
  record,
  smallColumn,
  timestampColumn,
} from '../../../core/oltp/statements.ts';
import { PAYOUT_STATUSES } from '../../../schemas/payout-statuses.ts';
import { REWARD_PROGRAMS } from '../../../schemas/reward-programs.ts';
import { emitEvent } from '../outbox/emit.ts';

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

/** Stores the new status of a request for its owner's webhooks, in the transaction that sets it. */
export async function emitPayout(
  queries: Queries,
  request: PayoutRequest,
  { at, slot }: { readonly at: number; readonly slot?: bigint },
): Promise<void> {
  const { id, wallet, program, status, payoutMint, rewardAmount, earningCount, txSignature, reason } =
    request;
  const data = {
    ...{ request_id: id.toString(), wallet, program, status, payout_mint: payoutMint },
    ...{ reward_amount: rewardAmount.toString(), earning_count: earningCount },
    ...{ tx_signature: txSignature === '' ? null : txSignature, reason: reason ?? null },
  };
  const kind = `payout.${status}` as const;
  await emitEvent(queries, { kind, owner: request.requestedBy, at, slot, data });
}
