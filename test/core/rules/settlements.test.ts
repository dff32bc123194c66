import { describe, expect, test } from 'vitest';
import { payoutMemo, requestsInMemo } from '../../../core/rules/payout-memo.ts';
import {
  type PayoutTerms,
  type Settlement,
  settlementsOf,
  type TreasuryPayment,
} from '../../../core/rules/settlements.ts';

const request = (id: bigint, draft: Partial<PayoutTerms> = {}): PayoutTerms => ({
  id,
  wallet: 'alice',
  payoutMint: 'mint',
  rewardAmount: 5n,
  status: 'requested',
  txSignature: '',
  ...draft,
});
const payment = (draft: Partial<TreasuryPayment> = {}): TreasuryPayment => ({
  signature: 'tx',
  ordinal: 0,
  wallet: 'alice',
  mint: 'mint',
  amount: 5n,
  ...draft,
});

/** As `settles 1`, `settled 1`, and what settles nothing as `unmatched: amount 1`. */
function told(
  payments: readonly TreasuryPayment[],
  requests: readonly PayoutTerms[],
  named?: bigint[],
): string[] {
  const ids = named ?? requests.map(({ id }) => id);
  const text = (one: Settlement<PayoutTerms>): string =>
    one.kind === 'unmatched'
      ? `unmatched: ${[one.reason, one.requestId].join(' ').trim()}`
      : `${one.kind} ${one.request.id}`;
  return settlementsOf(payments, ids, requests).map(text);
}

describe('a transfer out of the treasury', () => {
  test('settles the open request that its memo names when wallet, mint and amount agree', () => {
    expect(told([payment()], [request(1n)])).toEqual(['settles 1']);
  });

  test('settles nothing when any of them differs, and says which', () => {
    expect(told([payment({ amount: 4n })], [request(1n)])).toEqual(['unmatched: amount 1']);
    expect(told([payment({ mint: 'other' })], [request(1n)])).toEqual(['unmatched: mint 1']);
    expect(told([payment({ wallet: 'bob' })], [request(1n)])).toEqual(['unmatched: wallet 1']);
    expect(told([payment({ wallet: undefined })], [request(1n)])).toEqual(['unmatched: wallet 1']);
    expect(told([payment()], [], [])).toEqual(['unmatched: no_memo']);
    expect(told([payment()], [], [9n])).toEqual(['unmatched: unknown_request']);
  });

  test('has settled a request that names its transaction, and pays twice one that names another', () => {
    const settled = { status: 'settled', txSignature: 'tx' } as const;
    expect(told([payment()], [request(1n, settled)])).toEqual(['settled 1']);
    expect(told([payment({ signature: 'later' })], [request(1n, settled)])).toEqual(['unmatched: settled 1']);
    expect(told([payment()], [request(1n, { status: 'failed' })])).toEqual(['unmatched: failed 1']);
  });

  test('pays one request, so that of two alike in one transaction the second settles nothing', () => {
    const twice = [payment(), payment({ ordinal: 1 })];
    expect(told(twice, [request(1n)])).toEqual(['settles 1', 'unmatched: settled 1']);
    expect(told(twice, [request(1n), request(2n)])).toEqual(['settles 1', 'settles 2']);
  });

  test('of several is held against each request that the memos name, in whatever order they stand', () => {
    const payments = [payment({ wallet: 'bob', amount: 7n }), payment({ ordinal: 1 })];
    const requests = [request(1n), request(2n, { wallet: 'bob', rewardAmount: 7n })];
    expect(told(payments, requests)).toEqual(['settles 2', 'settles 1']);
  });
});

describe('the memo of a payout', () => {
  test('names its request, among other lines too', () => {
    expect(requestsInMemo(payoutMemo(7n))).toEqual([7n]);
    expect(requestsInMemo(`thanks\n${payoutMemo(7n)} \n${payoutMemo(8n)}\n${payoutMemo(7n)}`)).toEqual([
      7n,
      8n,
    ]);
  });

  test.each([
    '',
    'launchlens:payout:',
    'launchlens:payout:0',
    'launchlens:payout:07',
    'launchlens:payout:7x',
    'Launchlens:payout:7',
    'launchlens:payout:9223372036854775808',
    'launchlens:payout:99999999999999999999',
  ])('is none as "%s"', (memo) => {
    expect(requestsInMemo(memo)).toEqual([]);
  });
});
