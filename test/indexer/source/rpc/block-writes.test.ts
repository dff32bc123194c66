import { base58 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { Chain } from '../../../../fixtures/localnet/chain/chain.ts';
import { createTour } from '../../../../fixtures/localnet/scenarios/tour.ts';
import { blockWritesAnswer } from '../../../../indexer/source/rpc/ledger/answers.ts';
import { readBlockWrites } from '../../../../indexer/source/rpc/ledger/block-writes.ts';
import { rpcClient } from '../../../fixtures/localnet/support/rpc-client.ts';

const chain = new Chain({ seed: 'writes', scenario: createTour('writes'), keepHistory: true });
chain.advance(200);
const rpc = rpcClient(chain);
const blocks = chain.blocks.all
  .map(({ block }) => block)
  .filter(({ slot }) => slot <= chain.heads.confirmed && slot > 0n);

function told(slot: bigint) {
  const options = {
    commitment: 'confirmed',
    transactionDetails: 'accounts',
    rewards: false,
    maxSupportedTransactionVersion: 0,
  };
  return blockWritesAnswer.parse(rpc.call('getBlock', Number(slot), options));
}

describe('what the transactions of a block can have written', () => {
  test('names of every account the transaction that wrote it last, signers that only paid aside', () => {
    let compared = 0;
    for (const block of blocks) {
      const writes = readBlockWrites(told(block.slot));
      expect(writes?.blockhash).toBe(block.blockhash);
      const last = new Map<string, string>();
      for (const { signature, accounts } of writes?.transactions ?? []) {
        for (const { key, signer, writable } of accounts) if (writable && !signer) last.set(key, signature);
      }
      for (const { pubkey, signature } of block.writes) {
        const key = base58.encode(pubkey);
        if (!signature || !last.has(key)) continue;
        compared += 1;
        const newest = block.writes.findLast((write) => base58.encode(write.pubkey) === key);
        expect(last.get(key)).toBe(base58.encode(newest?.signature ?? new Uint8Array()));
      }
    }
    expect(compared).toBeGreaterThan(200);
  });

  test('tells of every account whether it existed before and after each transaction', () => {
    const alive = new Map<string, boolean>();
    let ended = 0;
    for (const block of blocks) {
      for (const { accounts } of readBlockWrites(told(block.slot))?.transactions ?? []) {
        for (const { key, signer, writable, lamports } of accounts) {
          if (signer || !writable) continue;
          expect([key, lamports.before > 0n]).toEqual([key, alive.get(key) ?? lamports.before > 0n]);
          alive.set(key, lamports.after > 0n);
          if (lamports.before > 0n && lamports.after === 0n) ended += 1;
        }
      }
    }
    expect(ended).toBeGreaterThan(0);
  });

  test('tells token accounts by what they held before and after, and leaves failed transactions out', () => {
    const all = blocks.flatMap(({ slot }) => readBlockWrites(told(slot))?.transactions ?? []);
    const executed = blocks.flatMap(({ transactions }) => transactions);
    const failed = executed.filter(({ error }) => error !== undefined);
    expect(failed.length).toBeGreaterThan(0);
    expect(all).toHaveLength(executed.length - failed.length);
    const moved = all.flatMap(({ accounts }) => accounts).filter(({ tokens }) => tokens !== undefined);
    expect(moved.some(({ tokens }) => tokens?.before !== tokens?.after)).toBe(true);
  });

  test('is not known where a node did not keep what a transaction did', () => {
    const { slot } = blocks.find(({ transactions }) => transactions.length > 0) ?? { slot: 0n };
    const answer = told(slot);
    const forgotten = answer.transactions.map((one) => ({ ...one, meta: null }));
    expect(readBlockWrites({ ...answer, transactions: forgotten })).toBeUndefined();
  });
});
