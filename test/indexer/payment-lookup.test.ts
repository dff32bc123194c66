import { describe, expect, test } from 'vitest';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { pubkeyBytes } from '../../core/kernel/pubkey.ts';
import { paymentLookup } from '../../indexer/payment-lookup.ts';
import type { LedgerTransaction } from '../../indexer/source/rpc/ledger/transaction.ts';
import { keyOf, REWARD_MINT, TREASURY } from '../api/support/treasury-index.ts';
import { manualClock } from '../support/manual-clock.ts';

const { signal } = new AbortController();

/** A transaction that moves reward tokens from the treasury to a wallet by balances alone. */
function paying(amount: bigint, changes: Partial<LedgerTransaction> = {}): LedgerTransaction {
  const keys = [TREASURY, keyOf('alice tokens')].map((key) => pubkeyBytes(key));
  const mint = pubkeyBytes(REWARD_MINT);
  const balance = (accountIndex: number, owner: string, units: bigint) => ({
    accountIndex,
    mint,
    owner: pubkeyBytes(keyOf(owner)),
    amount: units,
  });
  return {
    transaction: {
      slot: 5n,
      signature: new Uint8Array(64),
      failed: false,
      accountKeys: keys,
      instructions: [],
      preTokenBalances: [balance(0, 'operator', 100n), balance(1, 'alice', 0n)],
      postTokenBalances: [balance(0, 'operator', 100n - amount), balance(1, 'alice', amount)],
    },
    blockTime: 1n,
    complete: true,
    ...changes,
  };
}

function lookupOver(answer: () => Promise<LedgerTransaction | undefined>) {
  const clock = manualClock(0);
  const asked: unknown[] = [];
  const ledger = {
    getTransaction: (signature: string, { commitment }: { commitment: string }) => {
      asked.push([signature, commitment]);
      return answer();
    },
  };
  const lookup = paymentLookup({ ledger, treasury: TREASURY, rewardMint: REWARD_MINT, clock });
  return { lookup, asked, clock };
}

describe('the lookup of a payment', () => {
  test('says what a final transaction moved out of the treasury, and asks once', async () => {
    const { lookup, asked } = lookupOver(async () => paying(7n));
    const moved = new Map([[keyOf('alice'), 7n]]);
    expect(await lookup('tx', signal)).toEqual(moved);
    expect(await lookup('tx', signal)).toEqual(moved);
    expect(asked).toEqual([['tx', 'finalized']]);
  });

  test.each<[string, () => Promise<LedgerTransaction | undefined>]>([
    ['has none', async () => undefined],
    ['did not keep what it called', async () => paying(7n, { complete: false })],
    [
      'cannot answer',
      () => Promise.reject(new LaunchlensError('RPC_BAD_ANSWER', { host: 'h', method: 'm', reason: 'r' })),
    ],
  ])('says nothing where the node %s, and asks again after ten minutes', async (_, answer) => {
    const { lookup, asked, clock } = lookupOver(answer);
    expect(await lookup('tx', signal)).toBeUndefined();
    expect(await lookup('tx', signal)).toBeUndefined();
    expect(asked).toHaveLength(1);
    clock.advance(600_000);
    await lookup('tx', signal);
    expect(asked).toHaveLength(2);
  });
});
