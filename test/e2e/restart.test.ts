import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { OlapLane } from '../../core/olap/port.ts';
import { LOCALNET_PROGRAM_ID } from '../../idl/localnet.ts';
import { LiveChain, type LiveChainOptions } from '../support/chain/live-chain.ts';
import { type ClickHouseServer, startClickHouseServer } from '../support/clickhouse-server/start.ts';
import { stateDifferences } from '../support/index-check/compare.ts';
import { expectEqual } from '../support/index-check/equality.ts';
import { type Bound, indexBound, indexStateAt } from '../support/index-check/index-state.ts';
import { LaunchlensProcess, runLaunchlens } from '../support/launchlens-process.ts';
import { playInStep } from '../support/play-in-step.ts';
import { openStore, startIndex } from '../support/running-index.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { waitFor } from '../support/wait-for.ts';

/** The last slot of the play, long after the first launch is collected. */
const UNTIL = 75n + 230n;

interface Store {
  readonly clickhouseUrl: string | undefined;
  readonly dataDir: string;
}

/** The settings of `launchlens index` for a chain and a store. */
function settingsFor(live: LiveChain, { clickhouseUrl, dataDir }: Store): Record<string, string> {
  return {
    YELLOWSTONE_ENDPOINT: live.grpcUrl,
    SOLANA_RPC_URL: live.rpcUrl,
    ESCROW_PROGRAM_ID: LOCALNET_PROGRAM_ID,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ...(clickhouseUrl && { CLICKHOUSE_URL: clickhouseUrl }),
  };
}

/** What a killed indexer left: it may vouch only for what is there, and never for less than it did before. */
async function expectSound(
  live: LiveChain,
  store: Store,
  before: Bound | undefined,
): Promise<Bound | undefined> {
  const olap = await openStore(store);
  try {
    const bound = await indexBound(olap.scanner);
    if (!bound) {
      expect(before).toBeUndefined();
      return undefined;
    }
    expect(bound.slot).toBeGreaterThanOrEqual(before?.slot ?? 0n);
    expect(bound.revision).toBeGreaterThanOrEqual(before?.revision ?? 0n);
    expect(bound.slot).toBeLessThanOrEqual(live.confirmed);
    const state = await indexStateAt(olap.scanner, bound);
    expect(stateDifferences(live.chain, bound.slot, state)).toEqual([]);
    return bound;
  } finally {
    await olap.close();
  }
}

/** Goes on once more to the end of the chain: then nothing is missing, doubled or lost. */
async function expectWhole(live: LiveChain, { clickhouseUrl, dataDir }: Store): Promise<void> {
  const index = await startIndex({ chain: live, dataDir, clickhouseUrl });
  try {
    await playInStep(live, index, { until: Number(UNTIL) });
    const { bound, coverage } = await expectEqual({ olap: index.olap, chain: live.chain });
    expect(bound.slot).toBe(live.confirmed);
    expect(coverage.filter(({ state }) => state === 'lost')).toEqual([]);
    await expectNoDoubles(index.olap.scanner);
  } finally {
    await index.stop();
  }
}

/** What an analyst sees: one row for each launch and each pledge. */
async function expectNoDoubles(lane: OlapLane): Promise<void> {
  const counts = z.object({ rows: z.string(), keys: z.string() });
  for (const [view, key] of [
    ['launches', 'launch_id'],
    ['pledges', '(launch_id, pledger)'],
    ['slots FINAL', 'slot'],
  ] as const) {
    const sql = `SELECT toString(count()) AS rows, toString(uniqExact(${key})) AS keys FROM ${view}`;
    const [found] = await lane.query({ sql }, counts);
    expect({ view, rows: found?.rows }).toEqual({ view, rows: found?.keys });
    expect(Number(found?.rows)).toBeGreaterThan(0);
  }
}

describe('an indexer that is killed', () => {
  let server: ClickHouseServer;
  beforeAll(async () => {
    server = await startClickHouseServer();
  });
  afterAll(() => server.stop());

  /** Slots after each start at which the process is killed: while it starts, reads its snapshot, or follows. */
  const lives = fc.array(fc.bigInt({ min: 10n, max: 70n }), { minLength: 3, maxLength: 3 });

  async function killAndCompare(clickhouseUrl: string | undefined, slots: readonly bigint[]): Promise<void> {
    await using directory = await temporaryDirectory();
    await using live = await LiveChain.open({ seed: `killed ${slots}`, replaySlots: 1_000 });
    const store = { clickhouseUrl, dataDir: directory.path };
    const options = { cwd: directory.path, env: settingsFor(live, store) };
    live.run(6);
    let bound: Bound | undefined;
    for (const lived of slots) {
      await using indexer = new LaunchlensProcess(['index'], options);
      const until = live.chain.currentSlot + lived;
      await waitFor(() => live.chain.currentSlot >= until, { what: `slot ${until}` });
      await indexer.end('SIGKILL');
      bound = await expectSound(live, store, bound);
    }
    await waitFor(() => live.chain.currentSlot >= UNTIL, { what: `slot ${UNTIL}` });
    await live.halt();
    await expectWhole(live, store);
  }

  test.each(['embedded', 'server'])('leaves nothing but the truth in the %s store', async (kind) => {
    const url = kind === 'server' ? server.url : undefined;
    await fc.assert(
      fc.asyncProperty(lives, (slots) => killAndCompare(url, slots)),
      { numRuns: 1, endOnFailure: true },
    );
  });

  test('goes on after its ClickHouse server was killed and came back', async () => {
    await using directory = await temporaryDirectory();
    await using live = await LiveChain.open({ seed: 'killed server' });
    let mortal = await startClickHouseServer();
    const index = await startIndex({ chain: live, dataDir: directory.path, clickhouseUrl: mortal.url });
    try {
      for (const until of [120, 160]) {
        await playInStep(live, index, { until });
        live.run(10);
        await mortal.kill();
        const { confirmed } = live;
        await waitFor(() => live.confirmed > confirmed + 20n, { what: 'the chain to move on' });
        mortal = await startClickHouseServer({ directory: mortal.directory, port: mortal.port });
        await live.halt();
        await index.reaches(live.confirmed);
      }
      const { coverage } = await expectEqual({ olap: index.olap, chain: live.chain });
      expect(coverage.filter(({ state }) => state === 'lost')).toEqual([]);
    } finally {
      await index.stop();
      await mortal.stop();
    }
  });
});

describe('an indexer that is pointed at another chain', () => {
  /** Runs `launchlens index` on a store that another chain was indexed into, and returns its one line. */
  async function refusal(stored: LiveChainOptions & { until: number }, other: LiveChainOptions) {
    await using directory = await temporaryDirectory();
    const store = { clickhouseUrl: undefined, dataDir: directory.path };
    await using live = await LiveChain.open(stored);
    const index = await startIndex({ chain: live, dataDir: directory.path });
    try {
      await playInStep(live, index, stored);
    } finally {
      await index.stop();
    }
    await using changed = await LiveChain.open(other);
    return await runLaunchlens(['index'], { cwd: directory.path, env: settingsFor(changed, store) });
  }

  test('refuses one of another genesis in one line', async () => {
    const { code, stderr, stdout } = await refusal({ seed: 'one', until: 100 }, { seed: 'another' });
    expect(stderr).toMatch(
      /^launchlens: The index was built with genesis hash \S+, not \S+\. Restore the setting, or use .*\n$/,
    );
    expect([code, stdout]).toEqual([2, '']);
  });

  test('refuses one that began anew in one line', async () => {
    const { code, stderr, stdout } = await refusal(
      { seed: 'one', until: 240 },
      { seed: 'one', fromSlot: 40 },
    );
    // Where the two stand exactly is a matter of when each was stopped and asked.
    const line =
      /^launchlens: The index is at slot (\d+), but the chain is only at (\d+)\. .*DATA_DIR for it\.\n$/;
    const [, index, chain] = line.exec(stderr) ?? expect.fail(stderr);
    expect(Number(index)).toBeGreaterThan(Number(chain) + 150);
    expect([code, stdout]).toEqual([2, '']);
  });
});
