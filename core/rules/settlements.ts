/** A transfer out of the treasury. Keys are base58, the amount is in base units of `mint`. */
export interface TreasuryPayment {
  readonly signature: string;
  /** Its position among the transfers of its transaction. */
  readonly ordinal: number;
  /** Owner of the receiving token account; undefined if the transaction does not show it. */
  readonly wallet: string | undefined;
  readonly mint: string;
  readonly amount: bigint;
}

/** What settles a payout request: this amount of this mint to this wallet. */
export interface PayoutTerms {
  readonly id: bigint;
  readonly wallet: string;
  readonly payoutMint: string;
  readonly rewardAmount: bigint;
  readonly status: 'requested' | 'settled' | 'failed';
  /** Of the transaction that settled it, otherwise empty. */
  readonly txSignature: string;
}

export const UNMATCHED_REASONS = {
  no_memo: 'no memo names a payout request',
  unknown_request: 'the memo names a payout request that does not exist',
  wallet: "the tokens went to another wallet than the request's",
  mint: 'the tokens are of another mint than the request asks for',
  amount: 'the amount is another one than the request asks for',
  settled: 'the request was settled by another transfer',
  failed: 'the request was given up as failed',
} as const;

export type UnmatchedReason = keyof typeof UNMATCHED_REASONS;

/**
 * The result of a transfer. `settles`: it pays this open request. `settled`: it has already paid this request.
 * `unmatched`: it pays none, with the reason; `requestId` is the request that its memo names, if that exists.
 */
export type Settlement<Terms extends PayoutTerms> =
  | { readonly kind: 'settles'; readonly request: Terms }
  | { readonly kind: 'settled'; readonly request: Terms }
  | { readonly kind: 'unmatched'; readonly reason: UnmatchedReason; readonly requestId: bigint | undefined };

/**
 * Matches the transfers of one transaction, in order, with the requests that its memos name. Memo, wallet, mint and
 * amount must all agree, and one transfer settles one request: if two agree with the same request, the second is a
 * double payment.
 */
export function settlementsOf<Terms extends PayoutTerms>(
  payments: readonly TreasuryPayment[],
  named: readonly bigint[],
  requests: readonly Terms[],
): Settlement<Terms>[] {
  const taken = new Set<bigint>();
  return payments.map((payment) => {
    const agreeing = requests.filter((request) => disagreement(payment, request) === undefined);
    const paid = agreeing.find(({ id, txSignature }) => !taken.has(id) && txSignature === payment.signature);
    const open = agreeing.find(({ id, status }) => !taken.has(id) && status === 'requested');
    const request = paid ?? open;
    if (!request) return { kind: 'unmatched', ...whyUnmatched(payment, named, requests, taken) };
    taken.add(request.id);
    return { kind: request === paid ? 'settled' : 'settles', request };
  });
}

/**
 * Whether a transfer that settles nothing may have been meant for an open request all the same: its memo names the
 * request, or it is just what the request asks for and was made since, to its wallet as far as the transaction tells.
 * Who pays the request then may pay it twice.
 */
export function mayBeMeantFor(
  request: PayoutTerms,
  payment: TreasuryPayment,
  { named, since }: { readonly named: readonly bigint[]; readonly since: boolean },
): boolean {
  const { wallet = request.wallet } = payment;
  return named.includes(request.id) || (since && disagreement({ ...payment, wallet }, request) === undefined);
}

/** How a transfer differs from a request; undefined if it does not. */
function disagreement(
  { wallet, mint, amount }: TreasuryPayment,
  request: PayoutTerms,
): UnmatchedReason | undefined {
  if (wallet !== request.wallet) return 'wallet';
  if (mint !== request.payoutMint) return 'mint';
  return amount === request.rewardAmount ? undefined : 'amount';
}

function whyUnmatched(
  payment: TreasuryPayment,
  named: readonly bigint[],
  requests: readonly PayoutTerms[],
  taken: ReadonlySet<bigint>,
): { reason: UnmatchedReason; requestId: bigint | undefined } {
  if (named.length === 0) return { reason: 'no_memo', requestId: undefined };
  const request = requests.find((one) => disagreement(payment, one) === undefined) ?? requests[0];
  if (!request) return { reason: 'unknown_request', requestId: undefined };
  const requestId = request.id;
  const differs = disagreement(payment, request);
  if (differs) return { reason: differs, requestId };
  const failed = request.status === 'failed' && !taken.has(requestId);
  return { reason: failed ? 'failed' : 'settled', requestId };
}
