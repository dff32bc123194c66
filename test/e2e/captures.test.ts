import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LOCALNET_PROGRAM_ID } from '../../idl/localnet.ts';
import { inspectCapture } from '../../indexer/source/capture/inspect.ts';
import { launchesAt } from '../fixtures/localnet/support/launches.ts';
import { startLiveCapture } from '../support/captures/live-capture.ts';
import { loadCaptures } from '../support/captures/load.ts';
import { LiveChain } from '../support/chain/live-chain.ts';
import { startClickHouseServer } from '../support/clickhouse-server/start.ts';
import { naiveFlows } from '../support/flows/naive-flows.ts';
import { sorted, storedFlowRanges, storedFlows } from '../support/flows/stored-flows.ts';
import { expectEqual } from '../support/index-check/equality.ts';
import { LaunchlensProcess } from '../support/launchlens-process.ts';
import { MirrorClient } from '../support/mirror-check/mirror-client.ts';
import { expectMirrored } from '../support/mirror-check/mirrored.ts';
import { playFreely, playInStep } from '../support/play-in-step.ts';
import { openStore, startIndex } from '../support/running-index.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { waitFor } from '../support/wait-for.ts';

describe('a capture of the tour', () => {
  test('makes of an empty store an index that is the chain at every slot, with every movement', async () => {
    await using directory = await temporaryDirectory();
    await using live = await LiveChain.open({ seed: 'captured', fromSlot: 1 });
    const file = join(directory.path, 'tour.llcap');
    const capture = await startLiveCapture(live, file);
    await capture.play(75 + 260);
    const { ended, sha256 } = await capture.stop();
    expect(ended).toBe('asked');

    const olap = await openStore({ dataDir: directory.path });
    try {
      const report = await loadCaptures(olap, { files: [file] });
      const { bound, coverage, accounts } = await expectEqual({ olap, chain: live.chain, every: 1n });
      expect(bound.slot).toBe(live.confirmed);
      expect(coverage.filter(({ state }) => state === 'lost')).toEqual([]);
      expect(accounts).toBeGreaterThan(10_000);
      expect(report).toMatchObject({ unchanged: 0, quarantined: 0, gaps: [] });

      const [range, ...others] = await storedFlowRanges(olap);
      expect(others).toEqual([]);
      const launches = launchesAt(live.chain, live.chain.heads.processed).keys();
      const moved = naiveFlows(live.chain, launches, range?.from ?? 0n, bound.slot);
      expect(sorted(await storedFlows(olap))).toEqual(sorted(moved));
      expect((await inspectCapture(file)).sha256).toBe(sha256);

      const again = await loadCaptures(olap, { files: [file] });
      expect(again).toMatchObject({ read: report.read, unchanged: report.read, written: 0, quarantined: 0 });
    } finally {
      await olap.close();
    }
  });

  test('goes on over streams that break, and tells a gap that the server cannot fill', async () => {
    await using directory = await temporaryDirectory();
    await using live = await LiveChain.open({ seed: 'broken capture', replaySlots: 120 });
    const file = join(directory.path, 'tour.llcap');
    const capture = await startLiveCapture(live, file);
    let sent = 0;
    live.faults.beforeSend = () => (++sent % 701 === 0 ? 'cut' : 'send');
    await capture.play(170);
    live.faults.beforeSend = () => 'send';
    await live.stopStream();
    live.chain.advance(180);
    await live.startStream();
    await playFreely(live, () => capture.play(0));
    await capture.play(Number(live.chain.currentSlot) + 40);
    await capture.stop();
    const { segments } = await inspectCapture(file);
    expect(segments.length).toBe(2);
    expect(segments[1]?.opening.lost).toEqual({
      from: (segments[0]?.last ?? 0n) + 1n,
      to: (segments[1]?.first ?? 0n) - 1n,
    });

    const olap = await openStore({ dataDir: directory.path });
    try {
      await loadCaptures(olap, { files: [file] });
      const { coverage } = await expectEqual({ olap, chain: live.chain, every: 1n });
      expect(coverage.filter(({ state }) => state === 'lost')).toHaveLength(1);
    } finally {
      await olap.close();
    }
  });

  test.each([{ blocks: 6 }, { blocks: 12, silent: true }, { blocks: 7, sameSlots: true }])(
    'holds nothing of a confirmed fork that died: %j',
    async (fork) => {
      await using directory = await temporaryDirectory();
      await using live = await LiveChain.open({ seed: `dead capture ${JSON.stringify(fork)}` });
      const { chain } = live;
      const file = join(directory.path, 'tour.llcap');
      const capture = await startLiveCapture(live, file);
      await capture.play(130);
      const parent = chain.heads.processed;
      chain.doom(fork);
      while (chain.blocks.above(parent).length < fork.blocks) chain.advance();
      expect(live.confirmed).toBeGreaterThan(parent);
      await capture.play(0);
      chain.advance(12);
      const back = (): boolean => capture.recorded.slot === live.confirmed;
      await waitFor(back, { what: 'the recording to follow the surviving fork' });
      await capture.play(Number(chain.currentSlot) + 20);
      await capture.stop();
      expect((await inspectCapture(file)).segments).toHaveLength(1);

      const olap = await openStore({ dataDir: directory.path });
      try {
        await loadCaptures(olap, { files: [file] });
        const { bound } = await expectEqual({ olap, chain, every: 1n });
        expect(bound.slot).toBe(live.confirmed);
      } finally {
        await olap.close();
      }
    },
  );

  test('that was killed gives everything up to its last whole frame, when that is asked for', async () => {
    await using directory = await temporaryDirectory();
    await using live = await LiveChain.open({ seed: 'killed capture' });
    const file = join(directory.path, 'tour.llcap');
    const env = {
      SOLANA_RPC_URL: live.rpcUrl,
      YELLOWSTONE_ENDPOINT: live.grpcUrl,
      ESCROW_PROGRAM_ID: LOCALNET_PROGRAM_ID,
      LOG_LEVEL: 'warn',
    };
    await using recording = new LaunchlensProcess(['capture', '--out', file], { cwd: directory.path, env });
    const until = live.chain.currentSlot + 260n;
    live.run(8);
    while (live.chain.currentSlot < until) await new Promise((resolve) => setTimeout(resolve, 20));
    await recording.end('SIGKILL');
    await live.halt();
    const olap = await openStore({ dataDir: directory.path });
    try {
      await expect(loadCaptures(olap, { files: [file] })).rejects.toMatchObject({
        code: 'CAPTURE_TRUNCATED',
      });
      const { gaps } = await loadCaptures(olap, { files: [file], allowTruncated: true });
      const { slots } = await expectEqual({ olap, chain: live.chain, every: 1n });
      expect(slots.length).toBeGreaterThan(60);
      expect(gaps).toMatchObject([{ of: 'tour.llcap', cause: 'the file is cut off' }]);
    } finally {
      await olap.close();
    }
  });
});

describe('an index that lost a range', () => {
  test('answers exactly in it once a capture of it is loaded beside the running indexer', async () => {
    await using directory = await temporaryDirectory();
    await using live = await LiveChain.open({ seed: 'repaired', replaySlots: 40 });
    const server = await startClickHouseServer();
    const options = { chain: live, dataDir: directory.path, clickhouseUrl: server.url };
    const file = join(directory.path, 'outage.llcap');
    try {
      // Given an index that was away for longer than the server's window, and a recording that was not
      const before = await startIndex(options);
      await playInStep(live, before, { until: 110 });
      const capture = await startLiveCapture(live, file);
      await capture.play(120);
      await before.reaches(live.confirmed);
      await before.stop();
      await capture.play(240);
      const index = await startIndex(options);
      await playFreely(live, () => index.reaches(live.confirmed));
      await capture.play(Number(live.chain.currentSlot) + 10);
      await capture.stop();
      const { coverage: broken } = await expectEqual({ olap: index.olap, chain: live.chain });
      const [lost] = broken.filter(({ state }) => state === 'lost');
      if (!lost) throw new Error('the index lost nothing');
      await index.answersAt(lost.to);
      const mirror = new MirrorClient(index.url);
      const middle = (lost.from + lost.to) / 2n;
      expect(await mirror.refusal(`ilo/status/?as_of_slot=${middle}`)).toMatchObject({ status: 410 });

      // When the recording is loaded by another process while the index goes on
      const other = await openStore(options);
      const playing = playInStep(live, index, { until: Number(live.chain.currentSlot) + 30 });
      const report = await loadCaptures(other, { files: [file], extendable: false });
      await playing;
      await other.close();
      await playInStep(live, index, { until: Number(live.chain.currentSlot) + 10 });

      // Then the range is answerable, every slot is the chain's, and the index has lost nothing by it
      expect(report.finding).toMatchObject({
        ranges: [{ from_slot: Number(lost.from), to_slot: Number(lost.to) }],
      });
      const { bound, coverage } = await expectEqual({ olap: index.olap, chain: live.chain, every: 1n });
      expect(bound.slot).toBe(live.confirmed);
      // The API answers at new slots before it has read what another process repaired in earlier ones.
      const within = new URL(`/api/v1/ilo/status/?as_of_slot=${middle}`, index.url);
      await waitFor(async () => (await fetch(within)).ok, { what: 'the API to answer in the range' });
      await expectMirrored({ url: index.url, chain: live.chain, last: bound.slot, coverage, questions: 25 });
      await index.stop();
    } finally {
      await server.stop();
    }
  });
});
