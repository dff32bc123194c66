import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unavailable } from '../../fixtures/localnet/yellowstone/grpc/status.ts';
import type { Message } from '../../fixtures/localnet/yellowstone/message.ts';
import { hexOf } from '../support/chain/chain-state.ts';
import { LiveChain, type LiveChainOptions } from '../support/chain/live-chain.ts';
import { expectEqual } from '../support/index-check/equality.ts';
import { MirrorClient } from '../support/mirror-check/mirror-client.ts';
import { expectMirrored } from '../support/mirror-check/mirrored.ts';
import { playFreely, playInStep } from '../support/play-in-step.ts';
import { type RunningIndex, startIndex } from '../support/running-index.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

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

describe('a stream that breaks', () => {
  const TROUBLES = ['cut', 'unavailable', 'lagged', 'no block meta', 'no status', 'restart'] as const;
  type Trouble = (typeof TROUBLES)[number];
  const troubles = fc.array(
    fc.record({ after: fc.integer({ min: 1, max: 150 }), trouble: fc.constantFrom(...TROUBLES) }),
    { minLength: 8, maxLength: 8 },
  );

  /** Gives the stream one trouble after another, each so many messages after the one before. */
  function plague(live: LiveChain, plan: readonly { after: number; trouble: Trouble }[]) {
    const waiting = [...plan];
    const state = { restarts: 0, left: waiting.length };
    let sent = 0;
    live.faults.beforeSend = (message) => {
      const [next] = waiting;
      sent += 1;
      if (!next || sent < next.after || !suits(next.trouble, message)) return 'send';
      waiting.shift();
      sent = 0;
      state.left = waiting.length;
      if (next.trouble === 'restart') state.restarts += 1;
      return fateOf(next.trouble);
    };
    return state;
  }

  function suits(trouble: Trouble, message: Message): boolean {
    if (trouble === 'no block meta') return message.kind === 'block_meta';
    return trouble !== 'no status' || message.kind === 'slot';
  }

  function fateOf(trouble: Trouble) {
    if (trouble === 'unavailable') return unavailable('server is shutting down try again later');
    if (trouble === 'lagged') return { code: 13, message: 'lagged to send an update' };
    return trouble === 'cut' || trouble === 'restart' ? 'cut' : 'drop';
  }

  test('is resumed without losing or doubling anything', async () => {
    const follow = async (plan: readonly { after: number; trouble: Trouble }[]): Promise<void> => {
      await withIndex({ seed: `plague ${JSON.stringify(plan)}` }, async (live, index) => {
        await playInStep(live, index, { until: 90 });
        const state = plague(live, plan);
        let served = 0;
        for (let until = 100; state.left > 0; until += 10) {
          // A message that never came shows only once more slots follow, so the newest slot is not waited for.
          await playInStep(live, index, { until, settle: false });
          if (state.restarts === served) continue;
          served = state.restarts;
          await live.stopStream();
          live.chain.advance(3);
          await live.startStream();
        }
        const { confirmed } = live;
        await playFreely(live, () => index.reaches(confirmed));
        await playInStep(live, index, { until: Number(live.chain.currentSlot) + 20 });
        const { bound, coverage } = await expectEqual({ olap: index.olap, chain: live.chain, every: 5n });
        expect(bound.slot).toBe(live.confirmed);
        expect(coverage.filter(({ state }) => state === 'lost')).toEqual([]);
      });
    };
    await fc.assert(fc.asyncProperty(troubles, follow), { numRuns: 1, endOnFailure: true });
  });

  test('in the middle of the slot in which a launch appears loses none of its accounts', async () => {
    await withIndex({ seed: 'broken discovery', fromSlot: 1 }, async (live, index) => {
      const cut = new Set<string>();
      live.faults.beforeSend = (message) => {
        if (message.kind !== 'account' || message.write.data.length !== 343) return 'send';
        const address = hexOf(message.write.pubkey);
        if (cut.has(address)) return 'send';
        cut.add(address);
        return 'cut';
      };
      await playInStep(live, index, { until: 120 });
      expect(cut.size).toBe(5);
      const { coverage } = await expectEqual({ olap: index.olap, chain: live.chain, every: 1n });
      expect(coverage.filter(({ state }) => state === 'lost')).toEqual([]);
    });
  });
});

describe('a write that came late and died with the process', () => {
  /** The first two slots from `after` on of which a write was withheld, and the whole play after them. */
  async function play(live: LiveChain, dataDir: string, downSlots: number) {
    const first = await startIndex({ chain: live, dataDir });
    let withheld: bigint | undefined;
    try {
      await playInStep(live, first, { until: 100 });
      live.faults.beforeSend = (message) => {
        const isPledge = message.kind === 'account' && message.write.data.length === 139;
        if (withheld !== undefined || !isPledge) return 'send';
        withheld = message.write.slot;
        return 'drop';
      };
      for (let until = 101; withheld === undefined; until += 1) await playInStep(live, first, { until });
      // Nobody would hear of it in this run any more either, had it come late to another process.
      live.faults.beforeSend = () => 'send';
      await playInStep(live, first, { until: Number(withheld) + 5 });
    } finally {
      await first.stop();
    }
    const { confirmed: head } = live;
    live.chain.advance(downSlots);
    const second = await startIndex({ chain: live, dataDir });
    try {
      await playFreely(live, () => second.reaches(live.confirmed));
      await playInStep(live, second, { until: Number(live.chain.currentSlot) + 10 });
      const { coverage } = await expectEqual({ olap: second.olap, chain: live.chain, every: 1n });
      return { withheld, head, lost: coverage.filter(({ state }) => state === 'lost'), url: second.url };
    } finally {
      await second.stop();
    }
  }

  test('is told again where the window of the stream reaches back to its slot', async () => {
    await using directory = await temporaryDirectory();
    await using live = await LiveChain.open({ seed: 'late 1', replaySlots: 150 });
    const { lost } = await play(live, directory.path, 20);
    expect(lost).toEqual([]);
  });

  test('makes its slot lost where nothing tells it any more, and no slot that the blocks prove', async () => {
    await using directory = await temporaryDirectory();
    await using live = await LiveChain.open({ seed: 'late 2', replaySlots: 30 });
    const { withheld, lost } = await play(live, directory.path, 80);
    expect(lost.map(({ from }) => from)).toEqual([withheld]);
  });

  test('makes its slot lost where the window reaches down to the last slot and not to its own', async () => {
    await using directory = await temporaryDirectory();
    await using live = await LiveChain.open({ seed: 'late 3', replaySlots: 12 });
    const { withheld, head, lost } = await play(live, directory.path, 8);
    expect(lost.map(({ from }) => from)).toEqual([withheld]);
    expect(lost[0]?.to).toBeGreaterThan(head);
  });
});

describe('an outage longer than the window of the stream', () => {
  /** Frozen slots that the server can replay. */
  const REPLAY_SLOTS = 40;

  test('ends in a snapshot, and what was lost is told and not made up', async () => {
    await withIndex({ seed: 'outage', replaySlots: REPLAY_SLOTS }, async (live, index) => {
      await playInStep(live, index, { until: 100 });
      const { confirmed: before } = live;
      await live.stopStream();
      // Meanwhile the first launch is collected, its escrow closed, and the second and third finalized.
      live.chain.advance(100);
      await live.startStream();
      await playFreely(live, () => index.reaches(before + 1n));
      await playInStep(live, index, { until: 320 });

      const { bound, coverage } = await expectEqual({ olap: index.olap, chain: live.chain, every: 5n });
      const lost = coverage.filter(({ state }) => state === 'lost');
      expect(lost).toHaveLength(1);
      const [{ from, to } = { from: 0n, to: 0n }] = lost;
      expect(from).toBe(before + 1n);
      expect(to).toBeGreaterThanOrEqual(before + 90n);

      const mirror = new MirrorClient(index.url);
      for (const slot of [from, (from + to) / 2n, to]) {
        const told = {
          status: 410,
          detail: expect.stringContaining(`slots are ${from - 1n} and ${to + 1n}.`),
        };
        expect(await mirror.refusal(`ilo/status/?as_of_slot=${slot}`)).toEqual(told);
        expect(await mirror.refusal(`ilo/launches/1/?as_of_slot=${slot}`)).toEqual(told);
      }
      await mirror.status({ as_of_slot: from - 1n });
      await mirror.status({ as_of_slot: to + 1n });
      await expectMirrored({ url: index.url, chain: live.chain, last: bound.slot, coverage, questions: 25 });
    });
  });

  test('of the indexer itself ends likewise', async () => {
    await using directory = await temporaryDirectory();
    await using live = await LiveChain.open({ seed: 'absence', replaySlots: REPLAY_SLOTS });
    const ranges: bigint[] = [];
    for (const until of [110, 230, 350]) {
      const index = await startIndex({ chain: live, dataDir: directory.path });
      try {
        const { confirmed } = live;
        await playFreely(live, () => index.reaches(confirmed));
        await playInStep(live, index, { until });
        const { coverage } = await expectEqual({ olap: index.olap, chain: live.chain });
        ranges.push(BigInt(coverage.filter(({ state }) => state === 'lost').length));
      } finally {
        await index.stop();
      }
      live.chain.advance(60);
    }
    expect(ranges).toEqual([0n, 1n, 2n]);
  });
});
