import { describe, expect, test } from 'vitest';
import type { ChainAccount } from '../../../../indexer/model/chain-read.ts';
import type { RpcClient } from '../../../../indexer/source/rpc/client.ts';
import { snapshotKeys, snapshotProgram } from '../../../../indexer/source/snapshot/snapshot.ts';
import { RecordingSink } from '../../../support/recording-sink.ts';
import { key, key58 } from '../../../support/scripted-feed.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const account = (name: string, owner: string, data: Uint8Array): ChainAccount => ({
  pubkey: key58(name),
  owner: key58(owner),
  lamports: 18_446_744_073_709_551_615n,
  data: Buffer.from(data),
});
const recorded = (name: string, owner: string, data: Uint8Array) => ({
  pubkey: hex(key(name)),
  owner: hex(key(owner)),
  data: hex(data),
  signature: undefined,
  slot: 77n,
  lamports: 18_446_744_073_709_551_615n,
  writeVersion: 0n,
});

function rpcWith(methods: Partial<RpcClient>): RpcClient {
  return methods as RpcClient;
}

describe('the snapshot reader', () => {
  test('shows every program account as a view at the context slot', async () => {
    const big = new Uint8Array(5_000).fill(9);
    const rpc = rpcWith({
      getProgramAccounts: async () => ({
        slot: 77n,
        value: [
          account('a', 'program', new Uint8Array([1])),
          account('b', 'program', big),
          account('c', 'other', new Uint8Array()),
          account('d', 'program', new Uint8Array([4, 5])),
        ],
      }),
    });
    const sink = new RecordingSink();
    const slot = await snapshotProgram(rpc, key58('program'), { commitment: 'confirmed' }, sink);
    expect(slot).toBe(77n);
    expect(sink.accounts).toEqual([
      recorded('a', 'program', new Uint8Array([1])),
      recorded('b', 'program', big),
      recorded('c', 'other', new Uint8Array()),
      recorded('d', 'program', new Uint8Array([4, 5])),
    ]);
  });

  test('shows the named accounts that exist and names those that do not', async () => {
    const rpc = rpcWith({
      getAccountsAtOneSlot: async (keys) => ({
        slot: 77n,
        value: keys.map((pubkey) => ({
          pubkey,
          account: pubkey === key58('a') ? account('a', 'token', new Uint8Array([1, 2])) : undefined,
        })),
      }),
    });
    const sink = new RecordingSink();
    const keys = [key58('a'), key58('gone')];
    const snapshot = await snapshotKeys(rpc, keys, { commitment: 'finalized' }, sink);
    expect(snapshot).toEqual({ slot: 77n, missing: [key58('gone')] });
    expect(sink.accounts).toEqual([recorded('a', 'token', new Uint8Array([1, 2]))]);
  });

  test('stops delivering when the caller gives up', async () => {
    const value = Array.from({ length: 10 }, (_, index) => account(`${index}`, 'program', new Uint8Array()));
    const rpc = rpcWith({ getProgramAccounts: async () => ({ slot: 1n, value }) });
    const controller = new AbortController();
    const sink = new RecordingSink();
    const stopping = {
      account: (view: Parameters<RecordingSink['account']>[0]) => {
        sink.account(view);
        if (sink.accounts.length === 3) controller.abort(new Error('the program ends'));
      },
    };
    const options = { commitment: 'confirmed', signal: controller.signal } as const;
    await expect(snapshotProgram(rpc, key58('program'), options, stopping)).rejects.toThrow(
      'the program ends',
    );
    expect(sink.accounts).toHaveLength(3);
  });
});
