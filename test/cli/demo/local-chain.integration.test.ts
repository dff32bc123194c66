import { expect, test } from 'vitest';
import { z } from 'zod';
import { startLocalChain } from '../../../cli/demo/local-chain.ts';
import { createShutdown } from '../../../core/kernel/shutdown.ts';
import { post, rpcEndpoint } from '../../../core/rpc/post.ts';
import { waitFor } from '../../support/wait-for.ts';

/** The newest slot of a chain. */
function confirmedSlot(rpcUrl: string): Promise<number> {
  const params = [{ commitment: 'confirmed' }];
  return post(rpcEndpoint(rpcUrl, 10_000), { method: 'getSlot', params, result: z.int() });
}

test('a held local chain steps only after it may', async () => {
  const shutdown = createShutdown();
  const held = { seed: 'held', scenario: 'quiet', speed: 50, held: true, shutdown };
  const { addresses, begin } = await startLocalChain(held);
  const slot = () => confirmedSlot(addresses.rpc_url);
  const first = await slot();
  expect(await slot()).toBe(first);
  begin();
  await waitFor(async () => (await slot()) > first, { what: 'the chain to step' });
  await shutdown.run('the test is over');
});

test('a local chain that the shutdown stops has not failed', async () => {
  const shutdown = createShutdown();
  const chain = await startLocalChain({ seed: 'stopped', scenario: 'quiet', speed: 1, shutdown });
  await shutdown.run('the test is over');
  expect(await chain.done).toBeUndefined();
});
