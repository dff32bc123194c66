import { describe, expect, test } from 'vitest';
import type { DyingFork } from '../../fixtures/localnet/chain/dying-fork.ts';
import { LiveChain, type LiveChainOptions } from '../support/chain/live-chain.ts';
import { expectEqual } from '../support/index-check/equality.ts';
import type { CoveredRange } from '../support/index-check/index-state.ts';
import { MirrorClient } from '../support/mirror-check/mirror-client.ts';
import { expectMirrored } from '../support/mirror-check/mirrored.ts';
import { playFreely, playInStep } from '../support/play-in-step.ts';
import { type RunningIndex, startIndex } from '../support/running-index.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { waitFor } from '../support/wait-for.ts';

/** Runs a test over an index that follows a chain of its own. */
async function withIndex(
  options: LiveChainOptions,
  run: (live: LiveChain, index: RunningIndex) => Promise<void>,
): Promise<void> {
  await using directory = await temporaryDirectory();
  await using live = await LiveChain.open(options);
  const index = await startIndex({ chain: live, dataDir: directory.path });
  try {
    await run(live, index);
  } finally {
    await index.stop();
  }
}

/** Waits until the index is where the chain is, after having gone back so many times. */
async function settled(live: LiveChain, index: RunningIndex, rollbacks: number): Promise<void> {
  const there = (): boolean =>
    index.stats.rollbacks >= rollbacks && index.stats.lastIndexedSlot === live.confirmed;
  await waitFor(there, { what: 'the index to follow the surviving fork' });
  await index.reaches(live.confirmed);
}

/** Puts the chain on a fork and indexes what is confirmed of it; gives the last slot below the fork. */
async function playDoomed(live: LiveChain, index: RunningIndex, fork: DyingFork): Promise<bigint> {
  const { chain } = live;
  const parent = chain.heads.processed;
  chain.doom(fork);
  while (chain.blocks.above(parent).length < fork.blocks) chain.advance();
  expect(live.confirmed).toBeGreaterThan(parent);
  await index.reaches(live.confirmed);
  return parent;
}

/** Holds everything that the index and its API say to the surviving fork. */
async function expectSurvivors(live: LiveChain, index: RunningIndex): Promise<readonly CoveredRange[]> {
  const { bound, coverage } = await expectEqual({ olap: index.olap, chain: live.chain, every: 1n });
  expect(bound.slot).toBe(live.confirmed);
  await expectMirrored({ url: index.url, chain: live.chain, last: bound.slot, coverage, questions: 12 });
  return coverage.filter(({ state }) => state === 'lost');
}

const FOLLOWED: readonly DyingFork[] = [{ blocks: 6 }, { blocks: 20, sameSlots: true, silent: true }];
const AWAY: readonly DyingFork[] = [
  { blocks: 12, silent: true },
  { blocks: 7, sameSlots: true },
];

describe('a confirmed fork that dies', () => {
  test.each(FOLLOWED)('%j while it is followed leaves nothing behind', async (fork) => {
    await withIndex({ seed: `death ${JSON.stringify(fork)}` }, async (live, index) => {
      await playInStep(live, index, { until: 120 });
      await playDoomed(live, index, fork);
      live.chain.advance(12);
      await settled(live, index, 1);
      expect(await expectSurvivors(live, index)).toEqual([]);
      expect(index.stats.snapshots).toBe(1);
    });
  });

  test.each(AWAY)('%j while the stream is away leaves nothing behind', async (fork) => {
    await withIndex({ seed: `away ${JSON.stringify(fork)}` }, async (live, index) => {
      await playInStep(live, index, { until: 120 });
      await playDoomed(live, index, fork);
      await live.stopStream();
      live.chain.advance(12);
      await live.startStream();
      await settled(live, index, 1);
      expect(await expectSurvivors(live, index)).toEqual([]);
    });
  });

  test.each([
    { replaySlots: 150, lost: false },
    { replaySlots: 8, lost: true },
  ])(
    'while the indexer is away is noticed at its start, replaying $replaySlots slots',
    async ({ replaySlots, lost }) => {
      await using directory = await temporaryDirectory();
      await using live = await LiveChain.open({ seed: `absence ${replaySlots}`, replaySlots });
      const before = await startIndex({ chain: live, dataDir: directory.path });
      await playInStep(live, before, { until: 120 });
      const parent = await playDoomed(live, before, { blocks: 9, silent: true });
      await before.stop();
      live.chain.advance(40);

      const index = await startIndex({ chain: live, dataDir: directory.path });
      try {
        // A snapshot waits for blocks to come by; the replay needs none, and the window would move on.
        if (lost) await playFreely(live, () => index.reaches(live.confirmed));
        await settled(live, index, 1);
        const ranges = await expectSurvivors(live, index);
        expect(ranges.map(({ from }) => from)).toEqual(lost ? [parent + 1n] : []);
        if (!lost) return;
        const refused = await new MirrorClient(index.url).refusal(`ilo/status/?as_of_slot=${parent + 1n}`);
        expect(refused).toMatchObject({ status: 410 });
      } finally {
        await index.stop();
      }
    },
  );
});
