import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { payoutMemo, requestsInMemo } from '../../../core/rules/payout-memo.ts';
import { settlementsOf } from '../../../core/rules/settlements.ts';
import { treasurySight } from '../../read/treasury/sight.ts';
import { treasuryTransfers } from '../../read/treasury/transfers.ts';
import type { PayoutRequest } from '../../state/payouts/request.ts';
import type { SettlementContext } from './context.ts';

export interface PaymentsContext extends Pick<SettlementContext, 'lane' | 'clock'> {
  readonly state: Pick<SettlementContext['state'], 'payouts'>;
  /** The token account that requests are paid from; undefined where none is configured. */
  readonly treasury: Pubkey | undefined;
}

/** What is known of payments of some requests. */
export interface Payments {
  /** The transaction of a transfer on the chain that pays one, final or not. */
  signatureOf(request: PayoutRequest): string | undefined;
  /** Why a payment of one that shows none could have been missed; undefined where none was made for certain. */
  unseenOf(request: PayoutRequest): string | undefined;
}

export async function paymentsOf(
  context: PaymentsContext,
  requests: readonly PayoutRequest[],
  signal: AbortSignal,
): Promise<Payments> {
  const { lane, treasury, clock } = context;
  const since = requests.map(({ createdAt }) => createdAt);
  // Before the transfers: what is known to be seen by now is among them.
  const sight = await treasurySight(lane, { treasury, now: clock.now(), since, signal });
  const paid = await signaturesOf(context, requests, signal);
  return {
    signatureOf: ({ id }) => paid.get(id),
    unseenOf: ({ id, createdAt }) => (paid.has(id) ? undefined : sight(createdAt)),
  };
}

async function signaturesOf(
  context: Pick<PaymentsContext, 'lane' | 'state'>,
  requests: readonly Pick<PayoutRequest, 'id'>[],
  signal: AbortSignal,
): Promise<ReadonlyMap<bigint, string>> {
  const paid = new Map<bigint, string>();
  if (requests.length === 0) return paid;
  const asked = new Set(requests.map(({ id }) => id));
  const memos = [...asked].map(payoutMemo);
  for await (const transfers of treasuryTransfers(context.lane, { after: 0n, memos, final: false, signal })) {
    const named = requestsInMemo(transfers[0]?.memo ?? '');
    if (!named.some((id) => asked.has(id))) continue;
    const settlements = settlementsOf(transfers, named, await namedRequests(context, named));
    for (const [at, settlement] of settlements.entries()) {
      const signature = transfers[at]?.signature;
      if (settlement.kind === 'unmatched' || signature === undefined) continue;
      const { id } = settlement.request;
      if (asked.has(id) && !paid.has(id)) paid.set(id, signature);
    }
  }
  return paid;
}

/** The requests that a memo names, as far as they exist, in its order. */
export async function namedRequests(
  { state }: Pick<PaymentsContext, 'state'>,
  named: readonly bigint[],
): Promise<PayoutRequest[]> {
  const found: PayoutRequest[] = [];
  for (const id of named) {
    const request = await state.payouts.find(id);
    if (request) found.push(request);
  }
  return found;
}
