import { expect, test } from 'vitest';
import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { TOKEN_PROGRAM_ID } from '../../../idl/programs.ts';
import { TokenBalances } from '../../../indexer/decode/token-balances.ts';
import type { AccountView, Transaction } from '../../../indexer/model/source.ts';
import { SnapshotWindow } from '../../../indexer/source/snapshot/account-window.ts';
import { key58 } from '../../support/scripted-feed.ts';

const [ESCROW, STRANGER, MINT, OWNER] = ['escrow', 'stranger', 'mint', 'owner'].map((name) =>
  key58(name),
) as [string, string, string, string];
const bytes = (key: string): Buffer => Buffer.from(pubkeyBytes(key));
const follows = (address: Uint8Array): boolean => bytes(ESCROW).equals(address);

function transaction(parts: Partial<Transaction>): Transaction {
  const balance = (accountIndex: number, amount: bigint) => ({
    ...{ accountIndex, amount },
    ...{ mint: bytes(MINT), owner: bytes(OWNER) },
  });
  return {
    slot: 7n,
    index: 4,
    signature: Buffer.alloc(64, 9),
    failed: false,
    accountKeys: [bytes(STRANGER), bytes(ESCROW)],
    preTokenBalances: [],
    postTokenBalances: [balance(0, 1n), balance(1, 500n)],
    instructions: [],
    ...parts,
  };
}

function read(view: AccountView | undefined) {
  if (!view) return undefined;
  const { numbers } = view;
  const part = (at: number, length: number): Buffer => view.bytes.subarray(at, at + length);
  return {
    address: part(view.pubkeyAt, 32),
    program: part(view.ownerAt, 32),
    data: part(view.dataAt, view.dataLength),
    numbers: [0, 8, 16].map((at) => numbers.readBigUInt64LE(at)),
  };
}

test('a followed account is as the transaction left it, in the order of the block', () => {
  const [view, ...more] = new TokenBalances(follows).after(transaction({}));
  const data = Buffer.alloc(165);
  bytes(MINT).copy(data, 0);
  bytes(OWNER).copy(data, 32);
  data.writeBigUInt64LE(500n, 64);
  data[108] = 1;
  expect(more).toEqual([]);
  expect(read(view)).toEqual({
    address: bytes(ESCROW),
    program: bytes(TOKEN_PROGRAM_ID),
    data,
    numbers: [7n, 2_039_280n, 5n],
  });
});

test('everything but the amount stays as it was seen, and the lamports of wrapped SOL follow the amount', () => {
  const balances = new TokenBalances(follows);
  const data = Buffer.alloc(170, 3);
  data.writeBigUInt64LE(100n, 64);
  data.writeUInt32LE(1, 109);
  const owner = key58('another token program');
  balances.see(new SnapshotWindow(1n).show({ pubkey: ESCROW, owner, lamports: 2_000n, data }));
  const [view] = balances.after(transaction({}));
  bytes(MINT).copy(data, 0);
  bytes(OWNER).copy(data, 32);
  data.writeBigUInt64LE(500n, 64);
  expect(read(view)).toMatchObject({ program: bytes(owner), data, numbers: [7n, 2_400n, 5n] });
});

test('an account without lamports is gone', () => {
  const emptied = [bytes(STRANGER), bytes(ESCROW)];
  const views = new TokenBalances(follows).after(transaction({ postTokenBalances: [], emptied }));
  expect(views.map((view) => read(view))).toMatchObject([{ address: bytes(ESCROW), numbers: [7n, 0n, 5n] }]);
});

test.each([{ failed: true }, { index: undefined }])('a transaction with %o shows nothing', (parts) => {
  expect(new TokenBalances(follows).after(transaction(parts))).toEqual([]);
});
