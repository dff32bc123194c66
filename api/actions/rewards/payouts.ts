import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { PayoutStatus } from '../../../schemas/payout-statuses.ts';
import { type PayoutAnswer, type PayoutListAnswer, payout } from '../../../schemas/rest/payouts.ts';
import type { Caller } from '../../access/caller.ts';
import type { PayoutRequest } from '../../state/payouts/request.ts';
import { writerOf } from '../write.ts';
import type { RewardsContext } from './read.ts';

const writePayout = writerOf(payout);

type PayoutsContext = Pick<RewardsContext, 'access' | 'payouts'>;

export interface PayoutsRequest {
  /** By default the caller's own wallet. */
  readonly walletAddress?: string | undefined;
  readonly status?: PayoutStatus | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** The payout requests of a wallet, newest first. @throws WALLET_UNBOUND, WALLET_FORBIDDEN */
export async function listPayouts(
  { access, payouts }: PayoutsContext,
  caller: Caller,
  { walletAddress, status, limit, offset }: PayoutsRequest,
): Promise<PayoutListAnswer> {
  const wallet = await access.readableWallet(caller, walletAddress);
  const found = await payouts.list({ wallet, status, limit: limit + 1, offset });
  return { results: found.slice(0, limit).map(payoutAnswer), has_more: found.length > limit };
}

/**
 * One payout request of the caller's wallet or of its agent wallet.
 * @throws WALLET_UNBOUND, PAYOUT_NOT_FOUND also if it belongs to somebody else
 */
export async function getPayout(
  { access, payouts }: PayoutsContext,
  caller: Caller,
  { payoutId }: { readonly payoutId: bigint },
): Promise<PayoutAnswer> {
  const request = await payouts.find(payoutId);
  if (!request || !(await access.mayRead(caller, request.wallet))) {
    throw new LaunchlensError('PAYOUT_NOT_FOUND', { request: payoutId });
  }
  return payoutAnswer(request);
}

function payoutAnswer(request: PayoutRequest): PayoutAnswer {
  const { wallet: destinationAddress, status, closedAt } = request;
  return writePayout({
    ...request,
    destinationAddress,
    settledAt: status === 'settled' ? closedAt : undefined,
  });
}
