import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOCALNET_PROGRAM_ID } from '../../idl/localnet.ts';
import { LiveChain } from '../support/chain/live-chain.ts';
import { startCluster } from '../support/clickhouse-server/cluster.ts';
import { type ClickHouseServer, startClickHouseServer } from '../support/clickhouse-server/start.ts';
import { LaunchlensProcess, runLaunchlens } from '../support/launchlens-process.ts';
import { unusedPort } from '../support/processes.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../support/temporary-directory.ts';
import { waitFor } from '../support/wait-for.ts';

const PATHS = [
  'launches/',
  'launches/1/',
  'launches/1/pledges/?limit=200',
  'launches/2/',
  'launches/2/pledges/',
];

/** An index that is taken along while it runs, and everything that can go wrong on the way. */
describe('a whole index taken along', () => {
  let live: LiveChain;
  let home: TemporaryDirectory;
  let source: LaunchlensProcess;
  let sourceUrl = '';
  let chain: Record<string, string>;
  const servers: ClickHouseServer[] = [];
  /** A server that holds the whole index, and that nobody writes to. */
  let full: Record<string, string>;
  const directory = (): string => join(home.path, 'backup');

  beforeAll(async () => {
    live = await LiveChain.open({ seed: 'taken along', replaySlots: 2_000 });
    home = await temporaryDirectory();
    chain = {
      YELLOWSTONE_ENDPOINT: live.grpcUrl,
      SOLANA_RPC_URL: live.rpcUrl,
      ESCROW_PROGRAM_ID: LOCALNET_PROGRAM_ID,
      LOG_LEVEL: 'warn',
    };
    source = await started('up', {});
    sourceUrl = await listening(source);
    live.run(4);
    await reaches(sourceUrl, 150);
  });
  afterAll(async () => {
    await source?.[Symbol.asyncDispose]();
    for (const server of servers) await server.stop();
    await live?.[Symbol.asyncDispose]();
    await home?.[Symbol.asyncDispose]();
  });

  async function started(command: string, env: Record<string, string>): Promise<LaunchlensProcess> {
    const port = { HTTP_PORT: String(await unusedPort()), DATA_DIR: join(home.path, 'data') };
    return new LaunchlensProcess([command], { cwd: home.path, env: { ...chain, ...port, ...env } });
  }

  async function listening(process: LaunchlensProcess): Promise<string> {
    const [, url = ''] = await process.prints(/(http:\/\/127\.0\.0\.1:\d+)\/(?:ready|docs)/);
    return url;
  }

  async function server(): Promise<string> {
    const opened = await startClickHouseServer();
    servers.push(opened);
    return opened.url;
  }

  async function newest(url: string): Promise<number> {
    const response = await fetch(`${url}/api/v1/ilo/launches/`);
    if (!response.ok) return -1;
    const { source: stamp } = (await response.json()) as { source: { last_indexed_slot: number } };
    return stamp.last_indexed_slot;
  }

  async function reaches(url: string, slot: number): Promise<void> {
    await waitFor(async () => (await newest(url)) >= slot, { what: `slot ${slot}` });
  }

  function run(args: readonly string[], env: Record<string, string> = {}) {
    const common = { ...chain, DATA_DIR: join(home.path, 'data') };
    return runLaunchlens(args, { cwd: home.path, env: { ...common, ...env } });
  }

  /** What the answers say about the chain; the stamp also says when and from how far behind. */
  async function answers(url: string, slot: number): Promise<unknown[]> {
    return Promise.all(
      PATHS.map(async (path) => {
        const query = `${path.includes('?') ? '&' : '?'}as_of_slot=${slot}`;
        const response = await fetch(`${url}/api/v1/ilo/${path}${query}`);
        const { source: stamp, ...facts } = (await response.json()) as Record<string, unknown>;
        const { last_indexed_slot: at, slot_time: time } = stamp as Record<string, unknown>;
        return { path, status: response.status, at, time, facts };
      }),
    );
  }

  test('answers on a server as it did embedded, and goes on from there', async () => {
    // When it is exported under a running `up`, and loaded into a server
    const exported = await run(['export', '--out', 'backup']);
    expect(exported).toMatchObject({ code: 0, stderr: '' });
    const report = JSON.parse(exported.stdout.trim().split('\n').at(-1) ?? '') as {
      slot: number;
      rows: number;
    };
    expect(report).toMatchObject({ event: 'report', directory: directory() });
    const env = { CLICKHOUSE_URL: await server() };
    expect(await run(['import', 'backup'], env)).toMatchObject({ code: 0, stderr: '' });
    full = env;

    // Then each question has the same answer
    // The decisions of the one that runs are its own.
    await using api = await started('api', { ...env, DATA_DIR: join(home.path, 'elsewhere') });
    const url = await listening(api);
    await reaches(url, report.slot);
    const there = await answers(url, report.slot);
    expect(there).toEqual(await answers(sourceUrl, report.slot));
    expect(there.every((answer) => (answer as { status: number }).status === 200)).toBe(true);

    // And an indexer goes on without a hole
    await using _index = await started('index', env);
    await reaches(url, report.slot + 40);
    const coverage = (await (await fetch(`${url}/api/v1/ilo/coverage/`)).json()) as {
      results: { state: string }[];
    };
    expect(coverage.results.filter(({ state }) => state === 'lost')).toEqual([]);
    expect(await answers(url, report.slot + 20)).toEqual(await answers(sourceUrl, report.slot + 20));
  });

  test('answers on two shards as it did embedded, after one command', async () => {
    await using servers = await startCluster(2);
    const env = {
      CLICKHOUSE_URL: servers.url,
      CLICKHOUSE_CLUSTER: servers.cluster.name,
      CLICKHOUSE_REPLICATION: servers.cluster.replication,
    };
    // When it is moved under a running `up`
    const moved = await run(['move-index'], env);
    expect(moved).toMatchObject({ code: 0, stderr: '' });
    const { slot } = JSON.parse(moved.stdout.trim().split('\n').at(-1) ?? '') as { slot: number };

    // Then each question has the same answer, and an indexer goes on without a hole
    await using _index = await started('index', env);
    await using api = await started('api', { ...env, DATA_DIR: join(home.path, 'elsewhere') });
    const url = await listening(api);
    await reaches(url, slot + 40);
    expect(await answers(url, slot)).toEqual(await answers(sourceUrl, slot));
    expect(await answers(url, slot + 20)).toEqual(await answers(sourceUrl, slot + 20));

    // Nor does it overwrite that index, or take the cluster for a server. Nothing from here on needs another slot.
    await live.halt();
    expect(await run(['move-index'], env)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("already holds the store's index"),
    });
    const { CLICKHOUSE_URL } = env;
    const refused = { code: 2, stderr: expect.stringContaining('CLICKHOUSE_CLUSTER is not set') };
    expect(await run(['import', 'backup'], { CLICKHOUSE_URL })).toMatchObject(refused);
  });

  test('is refused where a directory stands, and leaves no file of one that was killed', async () => {
    const again = await run(['export', '--out', 'backup']);
    expect(again).toMatchObject({ code: 2, stderr: expect.stringMatching(/backup: it exists already/) });

    // Given an export from a server that is killed once it writes
    await using exporting = new LaunchlensProcess(['export', '--out', 'cut', '--json'], {
      cwd: home.path,
      env: { ...full, DATA_DIR: join(home.path, 'data') },
    });
    await exporting.prints(/"event":"progress"/);
    await exporting.end('SIGKILL');
    expect(existsSync(join(home.path, 'cut'))).toBe(false);

    // Then the next one cleans up and is whole
    expect(await run(['export', '--out', 'cut'], full)).toMatchObject({ code: 0, stderr: '' });
    expect((await readdir(home.path)).filter((name) => name.endsWith('.partial'))).toEqual([]);
    const names = async (at: string) => (await readdir(join(home.path, at))).toSorted();
    expect(await names('cut')).toEqual(await names('backup'));
  });

  test('is no index while an import was cut off, and one once it runs again', async () => {
    const env = { CLICKHOUSE_URL: await server() };
    await using importing = new LaunchlensProcess(['import', 'backup', '--json'], {
      cwd: home.path,
      env: { ...env, ESCROW_PROGRAM_ID: LOCALNET_PROGRAM_ID, DATA_DIR: join(home.path, 'data') },
    });
    await importing.prints(/"phase":"check","table":"(?!checkpoints)/);
    await importing.end('SIGKILL');

    // Given half an index, an indexer does not build on it
    const indexed = await run(['index'], { ...chain, ...env });
    expect(indexed).toMatchObject({ code: 2, stderr: expect.stringContaining('did not finish') });

    // When the import runs again, it is whole
    expect(await run(['import', 'backup'], env)).toMatchObject({ code: 0, stderr: '' });
    expect(await run(['import', 'backup'], env)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the store is not empty'),
    });
  });
});
