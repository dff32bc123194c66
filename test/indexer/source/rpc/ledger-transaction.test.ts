import { base58 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { pubkeyBytes } from '../../../../core/kernel/pubkey.ts';
import { Chain } from '../../../../fixtures/localnet/chain/chain.ts';
import { escrowAddress } from '../../../../fixtures/localnet/program/escrow/addresses.ts';
import { createTour } from '../../../../fixtures/localnet/scenarios/tour.ts';
import { LOCALNET_PROGRAM_ID } from '../../../../idl/localnet.ts';
import { escrowFlows } from '../../../../indexer/decode/escrow-flows.ts';
import type { Transaction } from '../../../../indexer/model/source.ts';
import { type TransactionAnswer, transactionAnswer } from '../../../../indexer/source/rpc/ledger/answers.ts';
import { readTransaction } from '../../../../indexer/source/rpc/ledger/transaction.ts';
import { launchesAt } from '../../../fixtures/localnet/support/launches.ts';
import { rpcClient } from '../../../fixtures/localnet/support/rpc-client.ts';
import { scannedTransaction } from '../../../support/flows/scanned-transaction.ts';

const chain = new Chain({ seed: 'ledger', scenario: createTour('ledger'), keepHistory: true });
chain.advance(300);
const rpc = rpcClient(chain);
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const executed = chain.blocks.all
  .filter(({ block: { slot } }) => slot <= chain.heads.confirmed)
  .flatMap(({ block }) => block.transactions);
const escrows = new Map(
  [...launchesAt(chain, chain.heads.confirmed).keys()].map((id) => [hex(escrowAddress(id).address), id]),
);
const rules = {
  programId: pubkeyBytes(LOCALNET_PROGRAM_ID),
  launchOf: (key: Uint8Array) => escrows.get(hex(key)),
};

function told(signature: Uint8Array): TransactionAnswer {
  const options = { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 0 };
  return transactionAnswer.parse(rpc.call('getTransaction', base58.encode(signature), options));
}

/** Comparable, without what only a stream tells, and without data that is too long to move tokens. */
function plain({ index: _, emptied: __, logs: ___, innerRecorded: ____, ...transaction }: Transaction) {
  const { accountKeys, signature, instructions, preTokenBalances, postTokenBalances } = transaction;
  const balances = (all: typeof preTokenBalances) =>
    all.map(({ mint, owner, ...rest }) => ({ ...rest, mint: hex(mint), owner: owner && hex(owner) }));
  return {
    ...transaction,
    signature: hex(signature),
    accountKeys: accountKeys.map(hex),
    preTokenBalances: balances(preTokenBalances),
    postTokenBalances: balances(postTokenBalances),
    instructions: instructions.map(({ program, accounts, data }) => ({
      program,
      accounts: [...accounts],
      data: base58.encode(data).length <= 64 ? hex(data) : '',
    })),
  };
}

describe('a transaction of the ledger', () => {
  test('is read as the one that the stream tells, and moves the same', () => {
    expect(executed.length).toBeGreaterThan(200);
    let moved = 0;
    for (const one of executed) {
      const read = readTransaction(one.signature, told(one.signature));
      const scanned = scannedTransaction(one);
      if (!read) throw new Error('not read');
      expect(plain(read.transaction)).toEqual(plain(scanned));
      expect([read.blockTime, read.complete]).toEqual([one.blockTime, true]);
      const flows = escrowFlows(read.transaction, rules);
      expect(flows).toEqual(escrowFlows(scanned, rules));
      moved += flows.length;
    }
    expect(moved).toBeGreaterThan(200);
    expect(executed.some(({ error }) => error !== undefined)).toBe(true);
  });

  test('without meta, or of before balances were kept, is told as not there', () => {
    const [one] = executed;
    if (!one) throw new Error('no transaction');
    const answer = told(one.signature);
    expect(readTransaction(one.signature, { ...answer, meta: null })).toBeUndefined();
    if (!answer.meta) throw new Error('no meta');
    for (const part of ['preTokenBalances', 'postTokenBalances'] as const) {
      expect(
        readTransaction(one.signature, { ...answer, meta: { ...answer.meta, [part]: null } }),
      ).toBeUndefined();
    }
  });

  test('puts keys from look-up tables behind its own, the writable ones first', () => {
    const [one] = executed;
    if (!one) throw new Error('no transaction');
    const answer = told(one.signature);
    if (!answer.meta) throw new Error('no meta');
    const loadedAddresses = {
      writable: [LOCALNET_PROGRAM_ID],
      readonly: ['11111111111111111111111111111111'],
    };
    const read = readTransaction(one.signature, { ...answer, meta: { ...answer.meta, loadedAddresses } });
    expect(read?.transaction.accountKeys.slice(-2).map(hex)).toEqual([
      hex(pubkeyBytes(LOCALNET_PROGRAM_ID)),
      '00'.repeat(32),
    ]);
  });

  test('that a node tells in another shape is refused', () => {
    const answer = told(executed[0]?.signature ?? new Uint8Array());
    const bad = [
      { ...answer, slot: -1 },
      { ...answer, transaction: {} },
      { ...answer, meta: { ...answer.meta, preTokenBalances: [{ accountIndex: 300 }] } },
      {
        ...answer,
        meta: { ...answer.meta, innerInstructions: [{ index: 0, instructions: [{ programIdIndex: 0 }] }] },
      },
    ];
    for (const one of bad) expect(transactionAnswer.safeParse(one).success).toBe(false);
  });
});
