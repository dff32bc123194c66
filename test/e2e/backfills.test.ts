import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { LOCALNET_PROGRAM_ID } from '../../idl/localnet.ts';
import { launchesAt } from '../fixtures/localnet/support/launches.ts';
import { tableContents } from '../indexer/write/table-contents.ts';
import { takeSnapshot } from '../support/backfills.ts';
import { LiveChain } from '../support/chain/live-chain.ts';
import { startClickHouseServer } from '../support/clickhouse-server/start.ts';
import { naiveFlows } from '../support/flows/naive-flows.ts';
import { sorted, storedFlows } from '../support/flows/stored-flows.ts';
import { type Ended, LaunchlensProcess, runLaunchlens } from '../support/launchlens-process.ts';
import { unusedPort } from '../support/processes.ts';
import { type RpcProxy, startRpcProxy } from '../support/rpc-proxy.ts';
import { openStore } from '../support/running-index.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../support/temporary-directory.ts';
import { waitFor } from '../support/wait-for.ts';

const reportLine = z.looseObject({
  event: z.literal('report'),
  read: z.number(),
  written: z.number(),
  unchanged: z.number(),
  quarantined: z.number(),
  gaps: z.array(z.unknown()),
  seconds: z.number(),
  resumed_chunks: z.number(),
});

/** The last line that a program reads. */
function reportOf({ code, stdout, stderr }: Ended) {
  expect([code, stderr]).toEqual([0, '']);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { event: string });
  for (const line of lines.slice(0, -1)) expect(line.event).toBe('progress');
  return reportLine.parse(lines.at(-1));
}

/** One line on stderr that says what to do, nothing on stdout. */
function expectRefusal({ code, stdout, stderr }: Ended, ...parts: readonly string[]): void {
  expect(stderr).toMatch(/^launchlens: [^\n]+\n$/);
  for (const part of parts) expect(stderr).toContain(part);
  expect([code, stdout]).toEqual([2, '']);
}

describe('the backfill commands', () => {
  let directory: TemporaryDirectory;
  let live: LiveChain;
  beforeEach(async () => {
    directory = await temporaryDirectory();
    live = await LiveChain.open({ seed: 'backfill commands', fromSlot: 280 });
  });
  afterEach(async () => {
    await live[Symbol.asyncDispose]();
    await directory[Symbol.asyncDispose]();
  });

  const settings = (env: Record<string, string> = {}) => ({
    cwd: directory.path,
    env: {
      SOLANA_RPC_URL: live.rpcUrl,
      ESCROW_PROGRAM_ID: LOCALNET_PROGRAM_ID,
      DATA_DIR: directory.path,
      LOG_LEVEL: 'warn',
      ...env,
    },
  });
  const backfill = (args: string, env?: Record<string, string>): Promise<Ended> =>
    runLaunchlens(['backfill', ...args.split(' ')], settings(env));

  /** What `backfill snapshot` leaves, for tests of what comes after it. */
  async function snapshot(): Promise<void> {
    const olap = await openStore({ dataDir: directory.path });
    expect(await takeSnapshot(olap, live)).toMatchObject({ gaps: [] });
    await olap.close();
  }

  async function contents(): Promise<Record<string, unknown>> {
    const olap = await openStore({ dataDir: directory.path });
    const found = await tableContents(olap.scanner);
    await olap.close();
    return found;
  }

  test('fill a store without a stream, dry first, and again without a change', async () => {
    const dry = reportOf(await backfill('snapshot --dry-run'));
    expect(dry).toMatchObject({ unchanged: 0, dry_run: true });
    const snapshot = reportOf(await backfill('snapshot'));
    expect(snapshot.written).toBe(dry.written);
    live.chain.advance(40);
    const history = reportOf(await backfill('history --json'));
    expect(history).toMatchObject({
      unchanged: 0,
      gaps: [],
      flow_coverage: 'complete',
      pledge_differences: [],
      balance_differences: [],
      surplus: [{ launch_id: '2', moved_in: '123456789' }],
    });
    const before = await contents();
    expect(reportOf(await backfill('history'))).toMatchObject({ written: 0, unchanged: history.written });
    expect(reportOf(await backfill('redecode --all'))).toMatchObject({ written: 0, quarantined: 0 });
    expect(await contents()).toEqual(before);
  });

  /** A node that holds a request back until the test has killed whoever asked, and has printed what is waited for. */
  async function killAfter(method: string, count: number, command: string, printed = /^/): Promise<RpcProxy> {
    let asked = 0;
    let reached = false;
    const proxy = await startRpcProxy({
      target: live.rpcUrl,
      before: async (request) => {
        if (request.method !== method || ++asked < count) return undefined;
        reached = true;
        return await new Promise<undefined>(() => undefined);
      },
    });
    await using child = new LaunchlensProcess(['backfill', command], settings({ SOLANA_RPC_URL: proxy.url }));
    await waitFor(
      () => {
        if (!child.running) throw new Error(`it ended: ${child.stderr}`);
        return reached;
      },
      { what: `${count} times ${method}` },
    );
    await child.prints(printed);
    await child.end('SIGKILL');
    return proxy;
  }

  test('history that is killed goes on behind the chunks that it had done', async () => {
    await snapshot();
    const to = live.confirmed;
    live.chain.advance(40);
    // Given a kill after the first launches were read and written
    await using _ = await killAfter('getTransaction', 200, 'history', /"written":[1-9]/);
    const olap = await openStore({ dataDir: directory.path });
    const chunk = z.object({ chunk: z.string(), read: z.string() });
    const sql = "SELECT chunk, read FROM backfill_chunks WHERE kind = 'history' AND state = 'done'";
    const done = await olap.reader.query({ sql }, chunk);
    await olap.close();
    expect(done.length).toBeGreaterThan(0);
    const read = done.reduce((sum, row) => sum + Number(row.read), 0);
    // When the same command runs again
    await using counting = await startRpcProxy({ target: live.rpcUrl });
    const report = reportOf(await backfill('history', { SOLANA_RPC_URL: counting.url }));
    const fetched = counting.requests.filter(({ method }) => method === 'getTransaction').length;
    const listed = counting.requests.filter(({ method }) => method === 'getSignaturesForAddress');
    expect(report.resumed_chunks).toBe(done.length);
    expect(fetched).toBeLessThanOrEqual(report.read - read + 5);
    for (const { chunk: key } of done) {
      const [address, before] = key.split(' ');
      const again = listed.filter(
        ({ params: [asked, page] }) =>
          asked === address && ((page as { before?: string }).before ?? 'newest') === before,
      );
      expect(again).toEqual([]);
    }
    const after = await openStore({ dataDir: directory.path });
    const flows = await storedFlows(after);
    await after.close();
    expect(sorted(flows)).toEqual(sorted(naiveFlows(live.chain, launchesAt(live.chain, to).keys(), 0n, to)));
  });

  test('a snapshot that is killed leaves nothing, and the next one all', async () => {
    await using _ = await killAfter('getBlock', 1, 'snapshot');
    const killed = await contents();
    expect(killed.pledge_versions).toMatchObject({ rows: '0' });
    const report = reportOf(await backfill('snapshot'));
    expect(report).toMatchObject({ gaps: [], unchanged: 0 });
    expect(report.written).toBe(report.read);
  });

  test('an interrupt ends it cleanly and says how to go on', async () => {
    await snapshot();
    live.chain.advance(40);
    await using slow = await startRpcProxy({
      target: live.rpcUrl,
      before: async ({ method }) => {
        if (method === 'getTransaction') await new Promise((resolve) => setTimeout(resolve, 300));
        return undefined;
      },
    });
    await using child = new LaunchlensProcess(
      ['backfill', 'history'],
      settings({ SOLANA_RPC_URL: slow.url }),
    );
    await child.prints(/"event":"progress","read":[1-9]/);
    const { code, stderr } = await child.end('SIGINT');
    expect(stderr).toMatch(
      /^launchlens: The history backfill was interrupted.*Run the same command again.*\n$/,
    );
    expect(code).toBe(1);
    expect(reportOf(await backfill('history'))).toMatchObject({ gaps: [], flow_coverage: 'complete' });
  });

  test('refuse what is wrong in one clear line', async () => {
    expectRefusal(await backfill('history --from-slot 9 --to-slot 8'), '--from-slot 9', '--to-slot 8');
    expectRefusal(await backfill('history'), 'launchlens backfill snapshot');
    expectRefusal(await backfill('redecode'), 'launchlens backfill snapshot');
    expectRefusal(await backfill('snapshot', { SOLANA_RPC_URL: '' }), 'SOLANA_RPC_URL');
    const nobody = `http://127.0.0.1:${await unusedPort()}`;
    expectRefusal(await backfill('snapshot', { SOLANA_RPC_URL: nobody }), nobody.slice(7), 'SOLANA_RPC_URL');
    await snapshot();
    expectRefusal(await backfill(`history --to-slot ${live.confirmed + 5n}`), String(live.confirmed));
    for (const job of ['snapshot', 'history']) {
      expectRefusal(await backfill(job, { SOLANA_CLUSTER: 'devnet' }), 'cluster', 'localnet', 'devnet');
    }
    expectRefusal(
      await backfill('redecode', { ESCROW_PROGRAM_ID: '11111111111111111111111111111111' }),
      LOCALNET_PROGRAM_ID,
    );
  });

  test('name the process that holds an embedded store', async () => {
    const env = { YELLOWSTONE_ENDPOINT: live.grpcUrl };
    await using index = new LaunchlensProcess(['index'], settings(env));
    live.run(4);
    const path = `${directory.path}/clickhouse`;
    const held = () =>
      readFile(`${directory.path}/holder.json`, 'utf8').then(
        (text) => text.includes(`${index.pid}`),
        () => false,
      );
    await waitFor(held, { what: 'the store to be held' });
    for (const job of ['snapshot', 'history', 'redecode']) {
      expectRefusal(await backfill(job), path, String(index.pid));
    }
    expect(await index.end('SIGINT')).toMatchObject({ code: 0 });
  });

  test('run beside an indexer on a server, and only redecode refuses', async () => {
    const server = await startClickHouseServer();
    const env = { CLICKHOUSE_URL: server.url, YELLOWSTONE_ENDPOINT: live.grpcUrl };
    const port = await unusedPort();
    try {
      live.run(4);
      await using index = new LaunchlensProcess(['index'], settings({ ...env, METRICS_PORT: `${port}` }));
      const ready = () =>
        fetch(`http://127.0.0.1:${port}/ready`).then(
          ({ ok }) => ok,
          () => false,
        );
      await waitFor(ready, { what: 'the indexer to be ready' });
      expect(reportOf(await backfill('history', env))).toMatchObject({
        gaps: [],
        differing_transactions: [],
      });
      const snapshot = reportOf(await backfill('snapshot', env));
      expect(snapshot).toMatchObject({ written: 0, gaps: [] });
      expect(snapshot.unchanged).toBe(snapshot.read);
      expectRefusal(await backfill('redecode', env), 'launchlens index', String(index.pid));
      await live.halt();
      expect(await index.end('SIGINT')).toMatchObject({ code: 0, stderr: '' });
    } finally {
      await server.stop();
    }
  });
});
