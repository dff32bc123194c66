import { describe, expect, test } from 'vitest';
import { type Position, walletTotals } from '../../../web/model/positions.ts';

const launch = {
  pledgeMint: 'usd',
  pledgeMintDecimals: 6,
  launchMint: 'token 1',
  launchMintDecimals: 9,
};
const pledge = (changed: Partial<Position>): Position => ({
  amount: 5n,
  launch,
  allocation: null,
  refund: null,
  ...changed,
});

describe('the totals of a wallet', () => {
  test('are sums by mint, to the last base unit', () => {
    const totals = walletTotals([
      pledge({ amount: 2n ** 64n - 1n, allocation: { claimable: 7n } }),
      pledge({ amount: 2n ** 64n - 1n, allocation: { claimable: 8n } }),
      pledge({
        launch: { ...launch, pledgeMint: 'sol', launchMint: 'token 2' },
        allocation: { claimable: 9n },
      }),
    ]);
    expect(totals).toEqual({
      pledged: [
        { mint: 'usd', decimals: 6, sum: 2n ** 65n - 2n },
        { mint: 'sol', decimals: 6, sum: 5n },
      ],
      claimable: [
        { mint: 'token 1', decimals: 9, sum: 15n },
        { mint: 'token 2', decimals: 9, sum: 9n },
      ],
      refundable: [],
      unknownClaimable: 0,
    });
  });

  test('leave out what was refunded, and count what cannot be known', () => {
    const totals = walletTotals([
      pledge({ refund: { amount: 5n, refunded: true } }),
      pledge({ refund: { amount: 3n, refunded: false } }),
      pledge({ allocation: { claimable: null } }),
      pledge({ allocation: { claimable: 0n } }),
    ]);
    expect(totals.refundable).toEqual([{ mint: 'usd', decimals: 6, sum: 3n }]);
    expect([totals.claimable, totals.unknownClaimable]).toEqual([[], 1]);
  });

  test('take decimals from whichever launch knows them', () => {
    const unknown = pledge({ launch: { ...launch, pledgeMintDecimals: null } });
    expect(walletTotals([unknown, pledge({})]).pledged).toEqual([{ mint: 'usd', decimals: 6, sum: 10n }]);
  });
});
