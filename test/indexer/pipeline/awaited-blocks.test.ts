import { expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../../../core/kernel/logger.ts';
import { awaitedBlocks } from '../../../indexer/pipeline/awaited-blocks.ts';
import { RpcClient } from '../../../indexer/source/rpc/client.ts';
import { result, rpcError, startRpcScript } from '../../support/rpc-script.ts';

const HASH = '11111111111111111111111111111111';
const SLOT = 985n;
const LONGEST_MS = 16_000;

/** A node at slot 1,000 that refuses the first `refusals` requests for a block with `code`. */
async function nodeThatRefuses(code: number, refusals: number, { patient = true } = {}) {
  let asked = 0;
  const node = await startRpcScript(({ method }) => {
    if (method === 'getSlot') return result('1000');
    asked += 1;
    return asked > refusals
      ? result(`{"blockhash":"${HASH}","transactions":[]}`)
      : rpcError(code, 'it is not there');
  });
  onTestFinished(() => node.close());
  let sleptMs = 0;
  const sleep = async (ms: number): Promise<void> => {
    sleptMs += ms;
  };
  const blockAt = awaitedBlocks({
    rpc: new RpcClient({ url: node.url }),
    commitment: 'confirmed',
    signal: new AbortController().signal,
    clock: { sleep },
    logger: createLogger('silent'),
    patient,
  });
  return { blockAt, asked: () => asked, sleptMs: () => sleptMs };
}

test.each([-32004, -32007, -32009, -32014])('a block withheld for a while with %i is read', async (code) => {
  const { blockAt, asked } = await nodeThatRefuses(code, 3);
  expect(await blockAt(SLOT)).toEqual({ blockhash: HASH, transactions: [] });
  expect(asked()).toBe(4);
});

test('a node that never has the blocks is given a limited time for all of them', async () => {
  const { blockAt, asked, sleptMs } = await nodeThatRefuses(-32004, Infinity);
  expect(await blockAt(SLOT)).toBeUndefined();
  expect(sleptMs()).toBeLessThan(LONGEST_MS);
  const before = asked();
  expect(before).toBeGreaterThan(1);
  expect(await blockAt(SLOT + 1n)).toBeUndefined();
  expect(asked()).toBe(before + 1);
});

test('a block that was cleaned up is not waited for', async () => {
  const { blockAt, asked } = await nodeThatRefuses(-32001, Infinity);
  expect(await blockAt(SLOT)).toBeUndefined();
  expect(asked()).toBe(1);
});

test('without patience a block is asked for once', async () => {
  const { blockAt, asked } = await nodeThatRefuses(-32004, Infinity, { patient: false });
  expect(await blockAt(SLOT)).toBeUndefined();
  expect(asked()).toBe(1);
});

test('a node that has not come as far as the slot is behind', async () => {
  const { blockAt } = await nodeThatRefuses(-32004, Infinity);
  await expect(blockAt(1_001n)).rejects.toMatchObject({ code: 'RPC_BEHIND' });
});
