import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verificationAnswer } from '../../schemas/rest/proof.ts';
import { base58Of, followedAt } from '../support/chain/chain-state.ts';
import { LiveChain } from '../support/chain/live-chain.ts';
import { playInStep } from '../support/play-in-step.ts';
import { type RunningIndex, startIndex } from '../support/running-index.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../support/temporary-directory.ts';

describe('accounts verified through the API', () => {
  let directory: TemporaryDirectory;
  let live: LiveChain;
  let index: RunningIndex;
  beforeAll(async () => {
    directory = await temporaryDirectory();
    live = await LiveChain.open({ seed: 'verification', fromSlot: 1 });
    index = await startIndex({ chain: live, dataDir: directory.path });
    await playInStep(live, index, { until: 300 });
  });
  afterAll(async () => {
    await index?.stop();
    await live?.[Symbol.asyncDispose]();
    await directory?.[Symbol.asyncDispose]();
  });

  test('are equal byte for byte to what the node says, every one of every kind', async () => {
    const followed = followedAt(live.chain, live.confirmed);
    const kinds = new Set<string>();
    for (const address of followed.keys()) {
      const response = await fetch(`${index.url}/api/v1/ilo/accounts/${base58Of(address)}/verification/`);
      const answer = verificationAnswer.parse(await response.json());
      expect(answer).toMatchObject({ equal: true, differences: [], slot: Number(live.confirmed) });
      kinds.add(answer.kind);
    }
    expect([...kinds].sort()).toEqual(['escrow', 'launch_config', 'mint', 'pledge', 'vault']);
  });
});
