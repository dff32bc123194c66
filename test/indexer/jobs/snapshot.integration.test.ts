import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Olap } from '../../../core/olap/port.ts';
import { snapshotJob } from '../../../indexer/jobs/snapshot/job.ts';
import { U64_MAX } from '../../../schemas/u64.ts';
import { jobParts, runJob, takeSnapshot } from '../../support/backfills.ts';
import { LiveChain } from '../../support/chain/live-chain.ts';
import { startClickHouseServer } from '../../support/clickhouse-server/start.ts';
import { storedFlowRanges } from '../../support/flows/stored-flows.ts';
import { expectEqual } from '../../support/index-check/equality.ts';
import { MirrorClient } from '../../support/mirror-check/mirror-client.ts';
import { playInStep } from '../../support/play-in-step.ts';
import { openStore, startIndex } from '../../support/running-index.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';

const counted = z.object({ rows: z.string() });

describe('backfill snapshot', () => {
  let directory: TemporaryDirectory;
  let live: LiveChain;
  let olap: Olap;
  beforeEach(async () => {
    directory = await temporaryDirectory();
    live = await LiveChain.open({ seed: 'backfill snapshot', fromSlot: 160 });
    olap = await openStore({ dataDir: directory.path });
  });
  afterEach(async () => {
    await olap.close();
    await live[Symbol.asyncDispose]();
    await directory[Symbol.asyncDispose]();
  });

  const rowsOf = async (table: string): Promise<number> => {
    const [row] = await olap.reader.query({ sql: `SELECT count() AS rows FROM ${table}` }, counted);
    return Number(row?.rows);
  };

  test('fills an empty store with the chain at one slot', async () => {
    const report = await takeSnapshot(olap, live);
    const { bound, coverage, accounts } = await expectEqual({ olap, chain: live.chain });
    expect(bound.slot).toBe(live.confirmed);
    expect(coverage).toMatchObject([{ from: live.confirmed, to: live.confirmed, state: 'snapshot' }]);
    expect(report).toMatchObject({ read: accounts, written: accounts, unchanged: 0, gaps: [] });
    expect(accounts).toBeGreaterThan(50);
    // And what moves from here on is known, once a stream goes on from it
    expect(await storedFlowRanges(olap)).toEqual([{ from: live.confirmed + 1n, to: U64_MAX }]);
  });

  test('taken twice at one slot changes nothing, and puts right what was wrong', async () => {
    await takeSnapshot(olap, live);
    const before = await rowsOf('pledge_versions');
    const again = await takeSnapshot(olap, live);
    expect(again).toMatchObject({ written: 0, quarantined: 0, gaps: [] });
    expect(again.unchanged).toBe(again.read);
    expect(await rowsOf('pledge_versions')).toBe(before);
    // Given a row that a fault has changed
    await olap.writer.command({
      sql: 'ALTER TABLE pledge_versions UPDATE amount = amount + 1 WHERE amount > 0 SETTINGS mutations_sync = 2',
    });
    const repaired = await takeSnapshot(olap, live);
    expect(repaired.written).toBeGreaterThan(0);
    await expectEqual({ olap, chain: live.chain });
  });

  test('of a later slot takes over what changed and closed, and tells what was lost between', async () => {
    await takeSnapshot(olap, live);
    const first = live.confirmed;
    live.chain.advance(120);
    const report = await takeSnapshot(olap, live);
    const { coverage } = await expectEqual({ olap, chain: live.chain });
    expect(coverage).toContainEqual(
      expect.objectContaining({ from: first + 1n, to: live.confirmed - 1n, state: 'lost' }),
    );
    expect(report.gaps).toMatchObject([{ fromSlot: first + 1n, toSlot: live.confirmed - 1n }]);
    expect(report.unchanged).toBeGreaterThan(0);
  });

  test('is what an indexer goes on from without loss', async () => {
    await takeSnapshot(olap, live);
    await olap.close();
    const index = await startIndex({ chain: live, dataDir: directory.path });
    await playInStep(live, index, { until: 200 });
    const { coverage } = await expectEqual({ olap: index.olap, chain: live.chain, every: 1n });
    expect(index.stats.snapshots).toBe(0);
    expect(coverage.filter(({ state }) => state === 'lost')).toEqual([]);
    await index.stop();
    olap = await openStore({ dataDir: directory.path });
  });

  test('beside a running indexer has it put right what differs, and nothing where nothing does', async () => {
    const server = await startClickHouseServer();
    const options = { chain: live, dataDir: directory.path, clickhouseUrl: server.url };
    const index = await startIndex(options);
    try {
      await playInStep(live, index, { until: 200 });
      const job = async () => snapshotJob({ ...(await jobParts(live)), olap: index.olap, beside: true });
      live.run(2);
      const report = await runJob(index.olap, await job());
      expect(report).toMatchObject({ written: 0, gaps: [] });
      expect(report.unchanged).toBe(report.read);
      // Given an index with a fault
      await index.olap.scanner.command({
        sql: `ALTER TABLE launch_versions UPDATE max_raise = 1
        WHERE launch_id = 3 SETTINGS mutations_sync = 2`,
      });
      const fault = { written: 1, quarantined: 0, gaps: [] };
      expect(await runJob(index.olap, await job(), { dryRun: true })).toMatchObject(fault);
      const repaired = await runJob(index.olap, await job());
      expect(repaired).toMatchObject(fault);
      expect(repaired.unchanged).toBe(repaired.read - 1);
      expect(await runJob(index.olap, await job())).toMatchObject({ written: 0, gaps: [] });
      // Then the API, which follows revisions, has it from the indexer, and the indexer goes on as before
      const { launch } = await new MirrorClient(index.url).launch(3n);
      expect(launch.max_raise).not.toBe('1');
      await live.halt();
      await index.reaches(live.confirmed);
      await expectEqual({ olap: index.olap, chain: live.chain });
    } finally {
      await index.stop();
      await server.stop();
    }
  });

  test('is taken within the slots that are asked for, or refused', async () => {
    const parts = await jobParts(live);
    const take = (range: { fromSlot?: bigint; toSlot?: bigint }) =>
      runJob(olap, snapshotJob({ ...parts, olap, beside: false, ...range }));
    const { confirmed } = live;
    await expect(take({ toSlot: confirmed - 1n })).rejects.toMatchObject({
      code: 'SNAPSHOT_SLOT_PASSED',
      context: { slot: confirmed, to: confirmed - 1n },
    });
    await expect(take({ fromSlot: confirmed + 151n })).rejects.toMatchObject({
      code: 'SNAPSHOT_SLOT_AHEAD',
      context: { slot: confirmed, from: confirmed + 151n },
    });
    for (const table of ['checkpoints', 'index_identity', 'backfill_chunks'])
      expect(await rowsOf(table)).toBe(0);
    // Given a chain that comes there in a moment
    const waiting = take({ fromSlot: confirmed + 10n, toSlot: confirmed + 40n });
    live.chain.advance(20);
    expect(await waiting).toMatchObject({ gaps: [] });
    const { bound } = await expectEqual({ olap, chain: live.chain });
    expect(bound.slot).toBe(live.confirmed);
  });

  test('tried dry counts and leaves the store empty', async () => {
    const report = await takeSnapshot(olap, live, { dryRun: true });
    expect(report.written).toBeGreaterThan(50);
    for (const table of ['index_identity', 'checkpoints', 'pledge_versions', 'backfill_chunks']) {
      expect(await rowsOf(table)).toBe(0);
    }
  });

  test('refuses a store of another chain before it reads anything', async () => {
    await takeSnapshot(olap, live);
    const parts = await jobParts(live);
    const identity = { ...parts.identity, genesisHash: 'another' };
    for (const dryRun of [false, true]) {
      await expect(
        runJob(olap, snapshotJob({ ...parts, identity, olap, beside: false }), { dryRun }),
      ).rejects.toMatchObject({
        code: 'INDEX_IDENTITY_MISMATCH',
      });
    }
  });
});
