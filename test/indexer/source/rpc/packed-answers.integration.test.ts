import { zstdCompressSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { RpcClient } from '../../../../indexer/source/rpc/client.ts';
import { base58Of, chainAccount, followedAt, hexOf } from '../../../support/chain/chain-state.ts';
import { LiveChain } from '../../../support/chain/live-chain.ts';
import {
  type RpcRequest,
  type RpcScript,
  result,
  rpcError,
  type ScriptedAnswer,
  startRpcScript,
} from '../../../support/rpc-script.ts';
import { key58 } from '../../../support/scripted-feed.ts';

const CONFIRMED = { commitment: 'confirmed' } as const;
const nodes: RpcScript[] = [];
afterEach(async () => {
  await Promise.all(nodes.splice(0).map((script) => script.close()));
});

async function node(answer: (request: RpcRequest) => ScriptedAnswer): Promise<RpcScript> {
  const script = await startRpcScript(answer);
  nodes.push(script);
  return script;
}

function encodingOf({ params }: RpcRequest): string {
  return (params[1] as { encoding: string }).encoding;
}

function answered(data: Buffer, encoding: string): ScriptedAnswer {
  const account = { lamports: 1, owner: key58('program'), data: [data.toString('base64'), encoding] };
  return result(JSON.stringify({ context: { slot: 7 }, value: [account] }));
}

test('accounts asked for by key come packed, and are the local chain’s byte for byte', async () => {
  await using live = await LiveChain.open({ seed: 'packed' });
  const addresses = [...followedAt(live.chain, live.confirmed).keys()].slice(0, 30);

  const rpc = new RpcClient({ url: live.rpcUrl });
  const { value } = await rpc.getAccountsAtOneSlot(addresses.map(base58Of), CONFIRMED);

  expect(value.map(({ account }) => account && hexOf(account.data))).toEqual(
    addresses.map((address) => {
      const account = chainAccount(live.chain, address, live.confirmed);
      return account && hexOf(account.data);
    }),
  );
});

test.each([
  ['refuses to pack', () => rpcError(-32602, 'unknown variant `base64+zstd`')],
  ['packs what cannot be unpacked', () => answered(Buffer.from('no frame'), 'base64+zstd')],
])('a node that %s is asked once and then no more', async (_case, packed) => {
  const script = await node((request) =>
    encodingOf(request) === 'base64' ? answered(Buffer.from('plain'), 'base64') : packed(),
  );
  const rpc = new RpcClient({ url: script.url });

  const [first] = await rpc.getMultipleAccounts([key58('a')], CONFIRMED);
  await rpc.getMultipleAccounts([key58('a')], CONFIRMED);

  expect(first?.value[0]?.account?.data.toString()).toBe('plain');
  expect(script.requests.map(encodingOf)).toEqual(['base64+zstd', 'base64', 'base64']);
});

test('a frame that unpacks to more than an account can hold is refused unread', async () => {
  const bomb = zstdCompressSync(Buffer.alloc(64 * 1024 * 1024));
  const script = await node(() => answered(bomb, 'base64+zstd'));
  const rpc = new RpcClient({ url: script.url });

  expect(bomb.length).toBeLessThan(10_000);
  await expect(rpc.getMultipleAccounts([key58('a')], CONFIRMED)).rejects.toMatchObject({
    code: 'RPC_BAD_ANSWER',
  });
});
