import { describe, expect, test } from 'vitest';
import { createChainReader } from '../../../api/read/chain/json-rpc.ts';
import { createTransactionChain } from '../../../api/read/chain/transactions-json-rpc.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { type RpcLane, type RpcLimit, rpcLimit } from '../../../core/rpc/rate-limit.ts';
import { SYSTEM_PROGRAM_ID } from '../../../idl/programs.ts';
import { RpcClient } from '../../../indexer/source/rpc/client.ts';
import { pubkeyOf } from '../../support/index-builder.ts';
import { type HttpReply, startScriptedHttp } from '../../support/scripted-http.ts';

const QUESTION = { commitment: 'confirmed', minContextSlot: 5n } as const;

async function ask(reply: HttpReply, limitMs = 1_000) {
  await using node = await startScriptedHttp(() => reply);
  const reader = createChainReader({ url: `${node.url}/secret-key`, limitMs });
  const account = await reader.account(pubkeyOf('a'), QUESTION).catch((error: unknown) => error);
  return { account, questions: node.questions };
}

const answer = (result: string): HttpReply => ({ status: 200, body: `{"jsonrpc":"2.0","id":1,${result}}` });

describe('reading an account from a node', () => {
  test('asks for its bytes at no earlier slot than the index has', async () => {
    const { account, questions } = await ask(answer('"result":{"context":{"slot":7},"value":null}'));

    expect(account).toEqual({ slot: 7n, held: undefined });
    expect(JSON.parse(questions[0]?.body ?? '')).toMatchObject({
      method: 'getAccountInfo',
      params: [pubkeyOf('a'), { commitment: 'confirmed', encoding: 'base64', minContextSlot: 5 }],
    });
  });

  test('takes an address of the System program for no account, as anyone can send SOL to one that has ended', async () => {
    const value = `{"owner":"${SYSTEM_PROGRAM_ID}","lamports":1,"data":["","base64"],"space":0,"rentEpoch":0}`;
    const { account } = await ask(answer(`"result":{"context":{"slot":7},"value":${value}}`));

    expect(account).toEqual({ slot: 7n, held: undefined });
  });

  test('keeps every digit of the lamports', async () => {
    const value = `{"owner":"${pubkeyOf('p')}","lamports":18446744073709551615,"data":["AAEC","base64"],"space":3,"rentEpoch":18446744073709551615}`;
    const { account } = await ask(
      answer(`"result":{"context":{"slot":7,"apiVersion":"x"},"value":${value}}`),
    );

    const data = Buffer.from([0, 1, 2]);
    expect(account).toEqual({ slot: 7n, held: { owner: pubkeyOf('p'), lamports: 2n ** 64n - 1n, data } });
  });

  test.for<readonly [string, HttpReply]>([
    ['answers HTTP 403', { status: 403, body: 'no' }],
    ['answers HTTP 429', { status: 429, body: 'secret limit' }],
    [
      'redirects (HTTP 308). Redirects are not followed: the operator must set SOLANA_RPC_URL to the final URL',
      { status: 308, headers: { location: 'https://secret.example/' }, body: '' },
    ],
    ['refuses (-32016)', answer('"error":{"code":-32016,"message":"secret behind"}')],
    ['is not that of getAccountInfo', { status: 200, body: '<html>' }],
    ['is not that of getAccountInfo', answer('"result":{"context":{"slot":-7},"value":null}')],
    ['is not that of getAccountInfo', answer('"result":[]')],
    ['cannot be reached', 'drop'],
    ['did not answer within 200 ms', 'hang'],
  ])('says that the node %s, and nothing of its address', async ([reason, reply]) => {
    const { account } = await ask(reply, 200);

    expect(account).toMatchObject({ code: 'CHAIN_UNREADABLE', status: 503, retryable: true });
    expect(String(account)).toContain(reason);
    expect(String(account)).not.toMatch(/secret|127\.0\.0\.1/);
  });

  test('takes its turn last, after transactions, which take theirs after the indexer', async () => {
    await using node = await startScriptedHttp(() => answer('"result":{"context":{"slot":7},"value":null}'));
    const lanes: RpcLane[] = [];
    const limit: RpcLimit = {
      ...rpcLimit(0),
      run: (work, { lane }) => {
        lanes.push(lane);
        return work();
      },
    };

    await createChainReader({ url: node.url, limit }).account(pubkeyOf('a'), QUESTION);
    const transactions = createTransactionChain({ url: node.url, limit, commitment: 'confirmed' });
    await transactions.blockHeight().catch(() => undefined);
    await new RpcClient({ url: node.url, limit, retries: 0 })
      .getSlot({ commitment: 'confirmed' })
      .catch(() => undefined);

    expect(lanes).toEqual(['reads', 'transactions', 'indexer']);
  });

  test('says that it is busy when more important requests use the whole rate', async () => {
    const limit: RpcLimit = {
      ...rpcLimit(0),
      run: () => Promise.reject(new LaunchlensError('RPC_NO_TURN', { ms: 5_000 })),
    };
    const node = { url: 'http://127.0.0.1:1', limit };

    await expect(createChainReader(node).account(pubkeyOf('a'), QUESTION)).rejects.toMatchObject({
      code: 'CHAIN_READER_BUSY',
    });
    const transactions = createTransactionChain({ ...node, commitment: 'confirmed' });
    await expect(transactions.blockHeight()).rejects.toMatchObject({ code: 'CHAIN_UNREADABLE' });
  });
});
