import { expect, test } from 'vitest';
import { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { RpcNodes, type SingleNode } from '../../../core/rpc/nodes.ts';

type Said = number | null | LaunchlensError;

const refused = (host: string, rpcCode: string) =>
  new LaunchlensError('RPC_REFUSED', { host, method: 'getBlock', rpcCode, detail: 'not here' });
const unreachable = (host: string) => new LaunchlensError('RPC_UNREACHABLE', { host, reason: 'HTTP 503' });

/** Nodes that say these things about every block, and note who was asked. */
function nodes(said: Record<string, Said>, genesis: Record<string, string> = {}) {
  let now = 1_000;
  const asked: string[] = [];
  const node = (host: string): SingleNode => ({
    host,
    call: async ({ method }) => {
      if (method === 'getGenesisHash') return (genesis[host] ?? 'a chain') as never;
      asked.push(host);
      const answer = said[host];
      if (answer instanceof LaunchlensError) throw answer;
      return answer as never;
    },
  });
  const all = new RpcNodes(Object.keys(said).map(node), { now: () => now });
  const block = () => all.call({ method: 'getBlock', params: [5], result: z.number().nullable() });
  return {
    asked,
    block,
    later: (ms: number) => {
      now += ms;
    },
  };
}

test('the first node answers alone', async () => {
  const { block, asked } = nodes({ a: 1, b: 2 });
  expect(await block()).toBe(1);
  expect(asked).toEqual(['a']);
});

test.each([
  ['no block', null],
  ['that the slot was skipped', refused('a', '-32007')],
  [
    'that it is behind',
    new LaunchlensError('RPC_BEHIND', { host: 'a', method: 'getBlock', detail: 'behind' }),
  ],
  ['that it lacks the method', refused('a', '-32601')],
])('a node that answers %s gives way to the next, each time', async (_case, said) => {
  const { block, asked } = nodes({ a: said, b: 2 });
  expect([await block(), await block()]).toEqual([2, 2]);
  expect(asked).toEqual(['a', 'b', 'a', 'b']);
});

test.each([
  ['fails', unreachable('a')],
  ['refuses the key', refused('a', 'HTTP 401')],
])('a node that %s is asked last for a minute', async (_case, said) => {
  const { block, asked, later } = nodes({ a: said, b: 2 });
  await block();
  await block();
  expect(asked.splice(0)).toEqual(['a', 'b', 'b']);
  later(60_000);
  await block();
  expect(asked).toEqual(['a', 'b']);
});

test('a node of another chain is never asked for a block', async () => {
  const { block, asked } = nodes({ a: null, b: 2, c: 3 }, { b: 'another chain' });
  expect(await block()).toBe(3);
  expect(asked).toEqual(['a', 'c']);
});

test('a block that no node has is absent, even if a node fails', async () => {
  await expect(nodes({ a: unreachable('a'), b: null }).block()).resolves.toBeNull();
  await expect(nodes({ a: unreachable('a'), b: refused('b', '-32007') }).block()).rejects.toMatchObject({
    code: 'RPC_REFUSED',
    context: { rpcCode: '-32007', detail: 'not here' },
  });
});

test('if every node fails, a failure that may pass decides, and the message names every node', async () => {
  await expect(nodes({ a: refused('a', '-32601'), b: unreachable('b') }).block()).rejects.toMatchObject({
    code: 'RPC_UNREACHABLE',
    message:
      'The RPC node at b cannot be reached: HTTP 503. The RPC node at a refused getBlock: not here (code -32601).',
  });
});

test('what stops one request is not a failure of the node', async () => {
  const { block, asked } = nodes({ a: new LaunchlensError('RPC_NO_TURN', { ms: 5 }), b: 2 });
  await expect(block()).rejects.toMatchObject({ code: 'RPC_NO_TURN' });
  expect(asked).toEqual(['a']);
});
