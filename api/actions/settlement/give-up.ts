import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { UNMATCHED_REASONS } from '../../../core/rules/settlements.ts';
import type { PayoutRequest } from '../../state/payouts/request.ts';
import { type PaymentsContext, paymentsOf, type SettlementContext } from './payments.ts';

export type GiveUpContext = PaymentsContext & Pick<SettlementContext, 'state'>;

export interface GiveUp {
  readonly requestId: bigint;
  readonly reason: string;
  /** Who gives it up, for the record. */
  readonly operator: string;
  /** The operator has checked: nothing has paid it and nothing will, even if the index could not see it. */
  readonly vouched: boolean;
  readonly signal: AbortSignal;
}

/**
 * Moves an open request to failed, which releases its records for another one. Refused if a transfer that pays it is on
 * the chain, final or not, because its records would be paid twice. Also refused if a transfer may have been meant for
 * it, or the index may have missed one, unless the operator vouches that there is none.
 * @throws PAYOUT_UNKNOWN, PAYOUT_CLOSED, PAYOUT_PAID, PAYOUT_UNSEEN
 */
export async function giveUpRequest(context: GiveUpContext, order: GiveUp): Promise<PayoutRequest> {
  const { state, clock } = context;
  const { requestId, reason, operator, vouched } = order;
  const request = await state.payouts.find(requestId);
  if (!request) throw new LaunchlensError('PAYOUT_UNKNOWN', { request: requestId });
  const unseen = request.status === 'requested' ? await unpaid(context, request, order) : undefined;
  const now = clock.now();
  const failed = await state.payouts.fail(requestId, { reason, now });
  if (!failed) throw new LaunchlensError('PAYOUT_CLOSED', { request: requestId, status: request.status });
  const vouching = vouched ? { vouched_not_paid: true, unseen: unseen ?? null } : {};
  const details = { request_id: requestId.toString(), reason, ...vouching };
  await state.operatorActions.record({ at: now, operator, action: 'treasury fail', details });
  return failed;
}

/** Why a payment of the request may have been missed; undefined if there certainly was none. */
async function unpaid(
  context: GiveUpContext,
  request: PayoutRequest,
  { vouched, signal }: GiveUp,
): Promise<string | undefined> {
  const payments = await paymentsOf(context, [request], signal);
  const signature = payments.signatureOf(request);
  if (signature !== undefined) throw new LaunchlensError('PAYOUT_PAID', { request: request.id, signature });
  const [stray] = payments.straysOf(request);
  const unseen = stray
    ? `Transaction ${stray.signature} may have been meant for it: ${UNMATCHED_REASONS[stray.reason]}.`
    : payments.unseenOf(request);
  if (unseen !== undefined && !vouched) {
    throw new LaunchlensError('PAYOUT_UNSEEN', { request: request.id, unseen });
  }
  return unseen;
}
