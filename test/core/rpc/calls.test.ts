import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { RpcCalls } from '../../../core/rpc/calls.ts';

const host = 'node.example';

test('requests to the node are counted by method and by how they ended', async () => {
  const [calls, registry] = [new RpcCalls(), new Registry()];
  calls.exposeIn(registry);
  const method = 'getSlot';
  expect(await calls.measure(method, async () => 7)).toBe(7);
  for (const error of [
    new LaunchlensError('RPC_RATE_LIMITED', { host, method, retryAfterMs: undefined }),
    new LaunchlensError('RPC_TIMEOUT', { host, method, ms: 1 }),
    new LaunchlensError('RPC_TIMEOUT', { host, method, ms: 1 }),
    new Error('the caller gave up'),
  ])
    await expect(calls.measure(method, () => Promise.reject(error))).rejects.toBe(error);

  const lines = (await registry.metrics()).split('\n');
  const counted = (outcome: string) => `launchlens_rpc_requests_total{method="getSlot",outcome="${outcome}"}`;
  expect(lines).toEqual(
    expect.arrayContaining([
      `${counted('ok')} 1`,
      `${counted('rate_limited')} 1`,
      `${counted('timeout')} 2`,
      `${counted('aborted')} 1`,
      'launchlens_rpc_request_seconds_count{method="getSlot"} 5',
    ]),
  );
});
