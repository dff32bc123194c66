import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { payoutMemo, requestsInMemo } from '../../../core/rules/payout-memo.ts';
import { settlementsOf } from '../../../core/rules/settlements.ts';
import { treasuryTransfers } from '../../read/treasury/transfers.ts';
import type { PayoutRequest } from '../../state/payouts/request.ts';
import type { SettlementContext } from './context.ts';

export type GiveUpContext = Pick<SettlementContext, 'lane' | 'state' | 'clock'>;

export interface GiveUp {
  readonly requestId: bigint;
  readonly reason: string;
  /** Who gives it up, for the record. */
  readonly operator: string;
  readonly signal: AbortSignal;
}

/**
 * Moves an open request to failed, which releases its records for another one. Refused when a transfer that pays it is
 * on the chain, final or not: its records would be paid and asked for again.
 * @throws PAYOUT_UNKNOWN, PAYOUT_CLOSED, PAYOUT_PAID
 */
export async function giveUpRequest(context: GiveUpContext, order: GiveUp): Promise<PayoutRequest> {
  const { state, clock } = context;
  const { requestId, reason, operator } = order;
  const request = await state.payouts.find(requestId);
  if (!request) throw new LaunchlensError('PAYOUT_UNKNOWN', { request: requestId });
  const signature = await paidBy(context, request, order.signal);
  if (request.status === 'requested' && signature !== undefined) {
    throw new LaunchlensError('PAYOUT_PAID', { request: requestId, signature });
  }
  const now = clock.now();
  const failed = await state.payouts.fail(requestId, { reason, now });
  if (!failed) throw new LaunchlensError('PAYOUT_CLOSED', { request: requestId, status: request.status });
  const details = { request_id: requestId.toString(), reason };
  await state.operatorActions.record({ at: now, operator, action: 'treasury fail', details });
  return failed;
}

async function paidBy(
  { lane }: GiveUpContext,
  request: PayoutRequest,
  signal: AbortSignal,
): Promise<string | undefined> {
  const memo = payoutMemo(request.id);
  for await (const transfers of treasuryTransfers(lane, { after: 0n, memo, final: false, signal })) {
    const named = requestsInMemo(transfers[0]?.memo ?? '').filter((id) => id === request.id);
    if (named.length === 0) continue;
    const open = { ...request, status: 'requested' as const, txSignature: '' };
    const pays = settlementsOf(transfers, named, [open]).some(({ kind }) => kind === 'settles');
    if (pays) return transfers[0]?.signature;
  }
  return undefined;
}
