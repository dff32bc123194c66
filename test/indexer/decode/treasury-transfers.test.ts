import { describe, expect, test } from 'vitest';
import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { ESCROW_IDL } from '../../../idl/escrow.ts';
import { LOCALNET_PROGRAM_ID } from '../../../idl/localnet.ts';
import { MEMO_PROGRAM_IDS, TOKEN_2022_PROGRAM_ID } from '../../../idl/programs.ts';
import { Decoder } from '../../../indexer/decode/decoder.ts';
import { memosOf, treasuryTransfers } from '../../../indexer/decode/treasury-transfers.ts';
import { SlotBuffer } from '../../../indexer/model/slot-buffer.ts';
import type { Transaction } from '../../../indexer/model/source.ts';
import { TREASURY_TRANSFERS } from '../../../indexer/model/tables.ts';
import {
  type Held,
  keyOf,
  makeTransaction,
  type TransactionDraft,
  transferData,
} from '../../support/flows/transaction-maker.ts';

const [MEMO_1, MEMO_2] = MEMO_PROGRAM_IDS.map(pubkeyBytes);
const TOKEN_2022 = pubkeyBytes(TOKEN_2022_PROGRAM_ID);
const TREASURY = keyOf('treasury');
const of = (owner: string, before: bigint | undefined, after: bigint): Held => ({
  owner,
  ...(before === undefined ? {} : { before }),
  after,
});
const memo = (program: number, text: string) => ({
  program,
  accounts: new Uint8Array(),
  data: Buffer.from(text),
});

/** Transfers as `5 to alice at tokens`. */
function told(transaction: Transaction): string[] {
  const named = (key: Uint8Array | undefined): string =>
    ['alice', 'bob', 'tokens', 'more tokens'].find((name) => key && Buffer.compare(keyOf(name), key) === 0) ??
    'unknown';
  return treasuryTransfers(transaction, TREASURY).map(
    ({ ordinal, amount, wallet, account }) =>
      `${ordinal}: ${amount} to ${named(wallet)} at ${named(account)}`,
  );
}

function payment(draft: Partial<TransactionDraft> = {}): Transaction {
  return makeTransaction({
    held: { treasury: of('owner', 100n, 95n), tokens: of('alice', undefined, 5n) },
    accounts: ['owner', 'mint', MEMO_1 ?? '', MEMO_2 ?? ''],
    calls: (at) => [
      memo(at(MEMO_2 ?? ''), 'launchlens:payout:1'),
      {
        program: at('token program'),
        accounts: Uint8Array.of(at('treasury'), at('mint'), at('tokens'), at('owner')),
        data: transferData(5n, true),
      },
    ],
    ...draft,
  });
}

describe('tokens that leave the treasury', () => {
  test('are told with the account that received them and its owner', () => {
    expect(told(payment())).toEqual(['0: 5 to alice at tokens']);
  });

  test('are those of each transfer where a transaction has several, by either token program', () => {
    const transaction = makeTransaction({
      held: {
        treasury: of('owner', 100n, 88n),
        tokens: of('alice', 1n, 6n),
        'more tokens': of('bob', 0n, 7n),
      },
      accounts: ['owner', TOKEN_2022],
      calls: (at) => [
        {
          program: at('token program'),
          accounts: Uint8Array.of(at('treasury'), at('tokens'), at('owner')),
          data: transferData(5n),
        },
        {
          program: at(TOKEN_2022),
          accounts: Uint8Array.of(at('treasury'), at('more tokens'), at('owner')),
          data: transferData(7n),
        },
      ],
    });
    expect(told(transaction)).toEqual(['0: 5 to alice at tokens', '1: 7 to bob at more tokens']);
  });

  test('are told by the balances where the instructions do not add up, and by nobody where that leaves a choice', () => {
    const held = { treasury: of('owner', 100n, 95n), tokens: of('alice', 0n, 4n) };
    expect(told(makeTransaction({ held }))).toEqual([
      '0: 4 to alice at tokens',
      '1: 1 to unknown at unknown',
    ]);
    const several = { ...held, tokens: of('alice', 0n, 5n), 'more tokens': of('bob', 0n, 5n) };
    expect(told(makeTransaction({ held: several }))).toEqual(['0: 5 to unknown at unknown']);
  });

  test('are none in a failed transaction, in one that brings tokens in, and in one of others', () => {
    expect(told(payment({ failed: true }))).toEqual([]);
    expect(
      told(makeTransaction({ held: { treasury: of('owner', 5n, 9n), tokens: of('bob', 4n, 0n) } })),
    ).toEqual([]);
    expect(told(makeTransaction({ held: { tokens: of('bob', 4n, 0n) } }))).toEqual([]);
  });
});

describe('memos', () => {
  test('of both programs stand a line each, in the order of execution', () => {
    const transaction = payment({
      calls: (at) => [memo(at(MEMO_1 ?? ''), 'first'), memo(at(MEMO_2 ?? ''), 'zwölf')],
    });
    expect(memosOf(transaction).toString()).toBe('first\nzwölf');
    expect(memosOf(payment({ calls: () => [] }))).toHaveLength(0);
  });
});

test('A decoder writes transfers once a transaction, and none unless it knows a treasury', () => {
  const rowsOf = (treasury: string | undefined): string[] => {
    const decoder = new Decoder({ idl: ESCROW_IDL, programId: LOCALNET_PROGRAM_ID, treasury });
    const buffer = new SlotBuffer();
    const transaction = {
      ...payment(),
      accountKeys: payment().accountKeys.map((key) =>
        Buffer.compare(key, TREASURY) === 0 ? pubkeyBytes(LOCALNET_PROGRAM_ID) : key,
      ),
    };
    expect(decoder.transaction(transaction, buffer)).toBe(treasury !== undefined);
    expect(decoder.transaction(transaction, buffer)).toBe(false);
    buffer.setBlockTime(1_790_000_000n);
    const { byName } = TREASURY_TRANSFERS;
    const rows = Array.from({ length: buffer.treasuryTransfers.rows }, (_, row) => row);
    return rows.map((row) => {
      const { treasuryTransfers: block } = buffer;
      return `${block.u64(byName.amount, row)} ${block.bytes(byName.memo, row)} ${block.u64(byName.slot, row)}`;
    });
  };
  // Given the treasury is the account of that name, in the place of which the program's own key stands here
  expect(rowsOf(LOCALNET_PROGRAM_ID)).toEqual(['5 launchlens:payout:1 10']);
  expect(rowsOf(undefined)).toEqual([]);
});
