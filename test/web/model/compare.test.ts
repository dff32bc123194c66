import { expect, test } from 'vitest';
import { differencesByWallet } from '../../../web/model/compare.ts';

test('differences of pledges are summed by wallet, and leave out what cancels out', () => {
  expect(
    differencesByWallet([
      { kind: 'pledge', wallet: 'a', amount: 5n },
      { kind: 'pledge', wallet: 'b', amount: 7n },
      { kind: 'withdrawal', wallet: 'b', amount: 9n },
      { kind: 'pledge', wallet: 'c', amount: 4n },
      { kind: 'withdrawal', wallet: 'c', amount: 4n },
      { kind: 'claim', wallet: 'd', amount: 1n },
      { kind: 'refund', wallet: 'e', amount: 3n },
    ]),
  ).toEqual([
    { wallet: 'a', pledged: 5n, refunded: 0n, claimed: 0n },
    { wallet: 'e', pledged: 0n, refunded: 3n, claimed: 0n },
    { wallet: 'b', pledged: -2n, refunded: 0n, claimed: 0n },
    { wallet: 'd', pledged: 0n, refunded: 0n, claimed: 1n },
  ]);
});
