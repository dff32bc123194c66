import { expect, test } from 'vitest';
import { startLocalChain } from '../../../cli/demo/local-chain.ts';
import { createShutdown } from '../../../core/kernel/shutdown.ts';

test('a local chain that the shutdown stops has not failed', async () => {
  const shutdown = createShutdown();
  const chain = await startLocalChain({ seed: 'stopped', scenario: 'quiet', speed: 1, shutdown });
  await shutdown.run('the test is over');
  expect(await chain.done).toBeUndefined();
});
