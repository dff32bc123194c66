import type { Queries } from '../../../core/oltp/port.ts';
import { emitEvent } from '../outbox/emit.ts';
import type { PayoutRequest } from './request.ts';

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
