import { cp, rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Olap } from '../../../core/olap/port.ts';
import type { BackfillReport } from '../../../indexer/backfill/report.ts';
import { launchesAt } from '../../fixtures/localnet/support/launches.ts';
import { type HistoryRun, readHistory, takeSnapshot } from '../../support/backfills.ts';
import { LiveChain } from '../../support/chain/live-chain.ts';
import { type NaiveFlow, naiveFlows } from '../../support/flows/naive-flows.ts';
import { sorted, storedFlowRanges, storedFlows } from '../../support/flows/stored-flows.ts';
import { playInStep } from '../../support/play-in-step.ts';
import { type Passing, startRpcProxy, withResult } from '../../support/rpc-proxy.ts';
import { openStore, startIndex } from '../../support/running-index.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';

/** Until the escrow of the first launch is closed and the refunds of the third have begun. */
const UNTIL = 75 + 260;
/** Then nothing up to there can be taken back. */
const FINALITY = 40;
/** Several for each launch. */
const PAGE = 20;

const revisions = z.object({ revision: z.string(), rows: z.string() });

function chainFlows({ chain }: LiveChain, last: bigint, first = 0n): NaiveFlow[] {
  return naiveFlows(chain, launchesAt(chain, last).keys(), first, last);
}

const fetched = (requests: readonly Passing[]): string[] =>
  requests.filter(({ method }) => method === 'getTransaction').map(({ params }) => String(params[0]));

describe('backfill history', () => {
  let live: LiveChain;
  let streamed: NaiveFlow[];
  let first: bigint;
  let snapshotSlot: bigint;
  /** Holds the chain's state at `snapshotSlot`; each test has a copy of its own. */
  let snapshotted: TemporaryDirectory;

  beforeAll(async () => {
    // Given an index that followed the whole chain from before its first launch
    await using directory = await temporaryDirectory();
    live = await LiveChain.open({ seed: 'backfill history', fromSlot: 1 });
    const index = await startIndex({ chain: live, dataDir: directory.path });
    await playInStep(live, index, { until: UNTIL });
    streamed = await storedFlows(index.olap);
    first = (await storedFlowRanges(index.olap))[0]?.from ?? 0n;
    await index.stop();
    // And a store of the state at its end
    snapshotted = await temporaryDirectory();
    const store = await openStore({ dataDir: snapshotted.path });
    await takeSnapshot(store, live);
    await store.close();
    snapshotSlot = live.confirmed;
    live.chain.advance(FINALITY);
  });
  afterAll(async () => {
    await live[Symbol.asyncDispose]();
    await snapshotted[Symbol.asyncDispose]();
  });

  let directory: TemporaryDirectory;
  let olap: Olap;
  beforeEach(async () => {
    directory = await temporaryDirectory();
  });
  afterEach(async () => {
    await olap.close();
    await directory[Symbol.asyncDispose]();
  });

  async function openCopy(of: TemporaryDirectory): Promise<void> {
    await cp(of.path, directory.path, { recursive: true });
    olap = await openStore({ dataDir: directory.path });
  }

  /** A store that holds the chain's state at a slot and none of its past. */
  async function snapshot(): Promise<bigint> {
    await openCopy(snapshotted);
    return snapshotSlot;
  }

  const history = (run?: HistoryRun): Promise<BackfillReport> => readHistory(olap, live, run);

  test('gives an empty store, row for row, what the stream told and the chain did', async () => {
    const to = await snapshot();
    // Tried dry it counts, and writes nothing
    const dry = await history({ dryRun: true });
    expect(await storedFlows(olap)).toEqual([]);
    expect(await storedFlowRanges(olap)).toHaveLength(1);
    const report = await history();
    expect(dry.written).toBe(report.written);
    const flows = await storedFlows(olap);
    expect(flows.length).toBeGreaterThan(100);
    expect(sorted(flows)).toEqual(sorted(chainFlows(live, to)));
    const told = streamed.filter(({ slot }) => slot <= to);
    expect(sorted(flows).filter(({ slot }) => slot >= first && slot <= UNTIL - FINALITY)).toEqual(
      sorted(told).filter(({ slot }) => slot <= UNTIL - FINALITY),
    );
    expect(report).toMatchObject({ written: flows.length, unchanged: 0, gaps: [], quarantined: 0 });
    // Then all of it is known to be known, and agrees with the pledges down to the gift of a stranger
    expect((await storedFlowRanges(olap))[0]).toEqual({ from: 0n, to });
    expect(report.finding).toMatchObject({
      flow_coverage: 'complete',
      launches: 5,
      reconciled: 5,
      pledge_differences: [],
      balance_differences: [],
      surplus: [{ launch_id: 2n, moved_in: 123_456_789n, moved_out: 0n }],
      without_inner_instructions: 0,
    });
    // And read again it finds everything unchanged
    const ranges = await storedFlowRanges(olap);
    expect(await history()).toMatchObject({ run: 2, written: 0, unchanged: flows.length, gaps: [] });
    expect(sorted(await storedFlows(olap))).toEqual(sorted(flows));
    expect(await storedFlowRanges(olap)).toEqual(ranges);
  });

  test('asked for some slots reads and vouches for these alone', async () => {
    const to = (await snapshot()) - 60n;
    const from = 90n;
    const report = await history({ fromSlot: from, toSlot: to });
    expect(sorted(await storedFlows(olap))).toEqual(sorted(chainFlows(live, to, from)));
    expect((await storedFlowRanges(olap))[0]).toEqual({ from, to });
    expect(report.finding).toMatchObject({ flow_coverage: 'complete' });
    // And the rest joins it
    await history();
    expect(await storedFlowRanges(olap)).toMatchObject([
      { from: 0n, to: 89n },
      { from },
      { from: to + 1n },
      {},
    ]);
    expect(sorted(await storedFlows(olap))).toEqual(sorted(chainFlows(live, to + 60n)));
  });

  test('goes on behind the pages that were done when it was interrupted', async () => {
    const to = await snapshot();
    const stop = new AbortController();
    let asked = 0;
    const proxy = await startRpcProxy({
      target: live.rpcUrl,
      before: ({ method }) => {
        if (method === 'getTransaction' && ++asked === 120) stop.abort();
        return undefined;
      },
    });
    await expect(history({ url: proxy.url, pageSize: PAGE, signal: stop.signal })).rejects.toMatchObject({
      code: 'BACKFILL_INTERRUPTED',
    });
    await proxy[Symbol.asyncDispose]();
    const chunks = z.object({ read: z.string() });
    const done = await olap.reader.query(
      { sql: "SELECT read FROM backfill_chunks WHERE state = 'done' AND kind = 'history'" },
      chunks,
    );
    const read = done.reduce((sum, row) => sum + Number(row.read), 0);
    expect(read).toBeGreaterThan(50);
    await using counting = await startRpcProxy({ target: live.rpcUrl });
    const report = await history({ url: counting.url, pageSize: PAGE });
    // One more for each launch: its first transaction shows that there was none before
    const launches = Number(report.finding?.launches);
    expect(fetched(counting.requests).length).toBe(report.read - read + launches);
    expect(report).toMatchObject({ resumed: done.length, gaps: [] });
    expect(sorted(await storedFlows(olap))).toEqual(sorted(chainFlows(live, to)));
  });

  test('takes out what the stream told of a fork that died, in slots that it lost', async () => {
    await snapshot();
    await history();
    const flows = sorted(await storedFlows(olap));
    const [never, later] = [flows[20], flows[40]];
    // Given what a stream told before its slots were lost: one transaction never came again, one came in a later slot
    await olap.writer.command({ sql: "DELETE FROM flow_coverage WHERE source = 'history'" });
    const tell = (changes: string, flow?: NaiveFlow): Promise<void> =>
      olap.writer.command({
        sql: `INSERT INTO escrow_flows SELECT * REPLACE (1 AS revision, ${changes}) FROM escrow_flows AS known
          WHERE known.revision = 0 AND (${flow === undefined} OR known.signature = unhex('${flow?.signature}'))`,
      });
    await tell(`toFixedString(repeat('x', 64), 64) AS signature`, never);
    await tell('known.slot - 1 AS slot', later);
    await tell('known.slot AS slot');
    expect(await history({ dryRun: true })).toMatchObject({ finding: { dead_transactions: 2 } });
    expect(await storedFlows(olap)).toHaveLength(flows.length + 2);
    // Then only what the chain has is left, however it is paged
    expect(await history({ pageSize: PAGE })).toMatchObject({
      written: 0,
      unchanged: flows.length,
      gaps: [],
      finding: {
        flow_coverage: 'complete',
        dead_transactions: 2,
        missed_by_stream: 0,
        pledge_differences: [],
        balance_differences: [],
        differing_transactions: [],
      },
    });
    expect(sorted(await storedFlows(olap))).toEqual(flows);
  });

  test('names what the node no longer has, and vouches for nothing then', async () => {
    await snapshot();
    const target = sorted(chainFlows(live, 200n)).at(-1);
    let pruned = '';
    await using proxy = await startRpcProxy({
      target: live.rpcUrl,
      after: ({ method, params }, body) => {
        if (method !== 'getTransaction' || !body.includes(`"slot":${target?.slot}`)) return body;
        pruned ||= String(params[0]);
        return params[0] === pruned ? withResult(body, () => null) : body;
      },
    });
    const report = await history({ url: proxy.url });
    expect(report.gaps).toMatchObject([
      { of: `launch ${target?.launchId}`, fromSlot: target?.slot, cause: expect.stringContaining(pruned) },
    ]);
    const { launches } = report.finding as { launches: number };
    expect(report.finding).toMatchObject({ flow_coverage: 'incomplete', reconciled: launches - 1 });
    expect(await storedFlowRanges(olap)).toHaveLength(1);
    // And another node mends it
    expect(await history()).toMatchObject({
      gaps: [],
      finding: { flow_coverage: 'complete', reconciled: launches },
    });
  });

  test('knows a ledger that begins in the middle of an escrow', async () => {
    await snapshot();
    const begin = 150;
    await using proxy = await startRpcProxy({
      target: live.rpcUrl,
      after: ({ method }, body) => {
        if (method === 'getFirstAvailableBlock') return withResult(body, () => begin);
        if (method !== 'getSignaturesForAddress') return body;
        return withResult<{ slot: number }[]>(body, (rows) => rows.filter(({ slot }) => slot >= begin));
      },
    });
    const report = await history({ url: proxy.url });
    expect(report.gaps.length).toBeGreaterThan(0);
    for (const gap of report.gaps) {
      expect(gap.fromSlot).toBe(0n);
      expect(gap.toSlot).toBeGreaterThanOrEqual(begin - 1);
    }
    expect(report.finding).toMatchObject({ flow_coverage: 'incomplete' });
    expect(await storedFlowRanges(olap)).toHaveLength(1);
    // Asked for what the node has, it vouches for that
    const part = await history({ url: proxy.url, fromSlot: BigInt(begin) });
    expect(part).toMatchObject({ gaps: [], finding: { flow_coverage: 'complete' } });
    expect((await storedFlowRanges(olap))[0]?.from).toBe(BigInt(begin));
    // And a second node has the rest
    expect(await history({ url: [proxy.url, live.rpcUrl] })).toMatchObject({
      gaps: [],
      finding: { flow_coverage: 'complete' },
    });
  });

  describe('in slots that the stream has told', () => {
    let whole: LiveChain;
    let told: TemporaryDirectory;
    let range: { from: bigint; to: bigint };

    beforeAll(async () => {
      whole = live;
      live = await LiveChain.open({ seed: 'backfill history', fromSlot: 160 });
      told = await temporaryDirectory();
      const index = await startIndex({ chain: live, dataDir: told.path });
      await playInStep(live, index, { until: 260 });
      const [streamedRange] = await storedFlowRanges(index.olap);
      await index.stop();
      range = { from: streamedRange?.from ?? 0n, to: live.confirmed };
      live.chain.advance(FINALITY);
    });
    afterAll(async () => {
      await live[Symbol.asyncDispose]();
      await told[Symbol.asyncDispose]();
      live = whole;
    });

    /** The index of the end of the chain, with the past before it missing. */
    async function followed(): Promise<{ from: bigint; to: bigint }> {
      await openCopy(told);
      return range;
    }

    test('leaves every row as it is, and joins what came before to it', async () => {
      const { from, to } = await followed();
      const before = (await storedFlows(olap)).length;
      expect(before).toBeGreaterThan(20);
      const report = await history();
      expect(report).toMatchObject({
        unchanged: before,
        finding: { missed_by_stream: 0, differing_transactions: [] },
      });
      expect(sorted(await storedFlows(olap))).toEqual(sorted(chainFlows(live, to)));
      expect(await storedFlowRanges(olap)).toMatchObject([{ from: 0n, to: from - 1n }, { from }]);
      const rows = await olap.reader.query(
        {
          sql: 'SELECT toString(revision = 0) AS revision, toString(count()) AS rows FROM escrow_flows GROUP BY 1 ORDER BY 1',
        },
        revisions,
      );
      expect(rows.map(({ revision }) => revision)).toEqual(['0', '1']);
    });

    test('adds a movement that the stream did not tell, and tells of it', async () => {
      const { to } = await followed();
      const lost = sorted(await storedFlows(olap))[3];
      await olap.writer.command({
        sql: `DELETE FROM escrow_flows WHERE signature = unhex('${lost?.signature}')`,
      });
      expect(await history()).toMatchObject({ finding: { missed_by_stream: 1 } });
      expect(sorted(await storedFlows(olap))).toEqual(sorted(chainFlows(live, to)));
    });

    test('never refills from a node that does not keep inner instructions, and tells of it', async () => {
      const { from } = await followed();
      const lost = sorted(await storedFlows(olap))[3];
      await olap.writer.command({
        sql: `DELETE FROM escrow_flows WHERE signature = unhex('${lost?.signature}')`,
      });
      const kept = sorted(await storedFlows(olap));
      await using proxy = await startRpcProxy({
        target: live.rpcUrl,
        after: ({ method }, body) =>
          method === 'getTransaction'
            ? withResult<{ meta: object }>(body, (told) => ({
                ...told,
                meta: { ...told.meta, innerInstructions: null },
              }))
            : body,
      });
      const report = await history({ url: proxy.url });
      expect(sorted(await storedFlows(olap)).filter(({ slot }) => slot >= from)).toEqual(kept);
      const { differing_transactions: differing, without_inner_instructions: without } = report.finding as {
        differing_transactions: { slot: number }[];
        without_inner_instructions: number;
      };
      expect(without).toBe(report.read);
      expect(differing.map(({ slot }) => BigInt(slot))).toContain(lost?.slot);
    });

    test('names a wallet whose Pledge says something else than its movements', async () => {
      await followed();
      await olap.writer.command({
        sql: 'ALTER TABLE pledge_versions UPDATE amount = amount + 5 WHERE launch_id = 2 SETTINGS mutations_sync = 2',
      });
      const report = await history();
      const { pledge_differences: found } = report.finding as {
        pledge_differences: { difference: bigint }[];
      };
      expect(found.length).toBeGreaterThan(10);
      expect(new Set(found.map(({ difference }) => difference))).toEqual(new Set([-5n]));
    });
  });

  test('refuses slots that the index does not hold, and an index that is not there', async () => {
    olap = await openStore({ dataDir: directory.path });
    await expect(history()).rejects.toMatchObject({ code: 'BACKFILL_NEEDS_INDEX', exit: 2 });
    await olap.close();
    await rm(directory.path, { recursive: true });
    const to = await snapshot();
    await expect(history({ toSlot: to + 1n })).rejects.toMatchObject({ code: 'BACKFILL_RANGE', exit: 2 });
    await expect(history({ fromSlot: to + 1n })).rejects.toMatchObject({ code: 'BACKFILL_RANGE', exit: 2 });
  });
});
