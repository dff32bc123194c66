import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { LEASE_TIMES } from '../../core/olap/leases/claim.ts';
import { signedColumn, unsignedColumn } from '../../core/olap/port.ts';
import { LOCALNET_PROGRAM_ID } from '../../idl/localnet.ts';
import { doubles } from '../chaos/oracle/doubles.ts';
import { type ApiProcess, ApiProcesses } from '../support/api-processes.ts';
import { reportIn } from '../support/audit-report.ts';
import { below, seededRandom } from '../support/captures/random.ts';
import { LiveChain } from '../support/chain/live-chain.ts';
import { expectEqual } from '../support/index-check/equality.ts';
import { LaunchlensProcess, runLaunchlens } from '../support/launchlens-process.ts';
import { postgresIsMissing } from '../support/postgres-server.ts';
import { unusedPort } from '../support/processes.ts';
import { openStore } from '../support/running-index.ts';
import { waitFor } from '../support/wait-for.ts';

const SEED = process.env.STANDBY_SEED ?? String(Date.now() % 100_000);

interface Indexer {
  readonly process: LaunchlensProcess;
  readonly statusUrl: string;
}

const ofSource = z.object({ source: z.object({ last_indexed_slot: z.int() }) });

describe.skipIf(postgresIsMissing)(`indexers on standby, with seed ${SEED}`, () => {
  let stores: ApiProcesses;
  let live: LiveChain;
  let apis: readonly ApiProcess[];
  let env: Record<string, string>;
  const started: LaunchlensProcess[] = [];
  const answering = new AbortController();
  let questions: Promise<number[]>;

  beforeAll(async () => {
    // A window that reaches back to the start, so that a takeover resumes the stream.
    [stores, live] = await Promise.all([
      ApiProcesses.over(),
      LiveChain.open({ seed: SEED, replaySlots: 5_000 }),
    ]);
    env = {
      YELLOWSTONE_ENDPOINT: live.grpcUrl,
      SOLANA_RPC_URL: live.rpcUrl,
      ESCROW_PROGRAM_ID: LOCALNET_PROGRAM_ID,
      CLICKHOUSE_URL: stores.clickhouse.url,
      DATA_DIR: stores.directory.path,
    };
    live.run(4);
  });
  afterAll(async () => {
    answering.abort();
    for (const process of started) await process[Symbol.asyncDispose]();
    await stores?.[Symbol.asyncDispose]();
    await live?.[Symbol.asyncDispose]();
  });

  async function index(...flags: string[]): Promise<Indexer> {
    const port = await unusedPort();
    const process = new LaunchlensProcess(['index', ...flags], {
      cwd: stores.directory.path,
      env: { ...env, METRICS_PORT: String(port) },
    });
    started.push(process);
    return { process, statusUrl: `http://127.0.0.1:${port}` };
  }

  /** What one of its monitoring endpoints answers; nothing before it listens. */
  const status = ({ statusUrl }: Indexer, path: string): Promise<string> =>
    fetch(`${statusUrl}${path}`).then(
      (answer) => answer.text(),
      () => '',
    );

  async function standsBy(indexer: Indexer): Promise<void> {
    await waitFor(async () => (await status(indexer, '/health')).includes('"role":"standby"'), {
      what: 'the indexer to stand by',
    });
  }

  async function indexedAbove(slot: bigint): Promise<void> {
    for (const { url } of apis) {
      const reached = async () =>
        ofSource.parse(await (await fetch(`${url}/ilo/status/`)).json()).source.last_indexed_slot > slot;
      await waitFor(reached, { what: `an API to answer above slot ${slot}` });
    }
  }

  /** Asks one API after another, until it is told to stop. */
  async function ask(): Promise<number[]> {
    const codes = new Set<number>();
    while (!answering.signal.aborted) {
      // The indexers need the processor too.
      await delay(100);
      for (const { url } of apis) codes.add((await fetch(`${url}/ilo/launches/1/`)).status);
    }
    return [...codes];
  }

  /** Every API answers the same at the newest slot that all of them know. */
  async function expectAgreement(): Promise<void> {
    const newest = await Promise.all(
      apis.map(async ({ url }) => ofSource.parse(await (await fetch(`${url}/ilo/status/`)).json())),
    );
    const slot = Math.min(...newest.map(({ source }) => source.last_indexed_slot));
    const answers = await Promise.all(
      apis.map(async ({ url }) => {
        const answer = await fetch(`${url}/ilo/launches/1/pledges/?as_of_slot=${slot}`);
        const { results, source } = z
          .object({ results: z.array(z.unknown()), source: z.object({ last_indexed_slot: z.literal(slot) }) })
          .parse(await answer.json());
        return { results, source };
      }),
    );
    expect(answers[0]?.results.length).toBeGreaterThan(0);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  }

  let active: Indexer;
  let standby: Indexer;

  test('wait, and say for whom', async () => {
    active = await index();
    await waitFor(async () => (await status(active, '/ready')).includes('"ready"'), {
      what: 'the first to write',
    });
    const refused = await runLaunchlens(['index'], { cwd: stores.directory.path, env });
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('already holds')]);
    standby = await index('--standby');
    await standsBy(standby);
    apis = await Promise.all([stores.start(), stores.start()]);
    questions = ask();

    expect(await status(standby, '/ready')).toContain(`process ${active.process.pid} on`);
    expect(await status(standby, '/metrics')).toContain('launchlens_index_standby 1\n');
    expect(standby.process.stderr.match(/waiting for another process to end/g)).toHaveLength(1);
    await expectAgreement();
  });

  test('take over from an indexer that is killed, while every API goes on answering', async () => {
    const at = live.confirmed + BigInt(5 + below(seededRandom(Number(SEED)), 40));
    await waitFor(() => live.confirmed >= at, { what: `slot ${at}` });
    await active.process.end('SIGKILL');
    const killedAt = Date.now();
    await waitFor(async () => (await status(standby, '/health')) === '{"status":"alive"}', {
      what: 'the standby to take over',
    });
    expect(Date.now() - killedAt).toBeLessThan(LEASE_TIMES.ttlMs);
    await indexedAbove(at);
    active = standby;
    standby = await index('--standby');
    await standsBy(standby);
    await expectAgreement();
  });

  test('take over from an indexer that is stopped, which writes nothing when it goes on', async () => {
    const stopped = active;
    process.kill(stopped.process.pid, 'SIGSTOP');
    await waitFor(async () => (await status(standby, '/health')) === '{"status":"alive"}', {
      what: 'the standby to take over',
    });
    await indexedAbove(live.confirmed);
    process.kill(stopped.process.pid, 'SIGCONT');

    const { code, stderr } = await stopped.process.ended;

    expect(code).toBe(1);
    expect(stderr).toContain('lost the lease');
    await expectAgreement();
  });

  test('leave an index in which no slot is lost or doubled', async () => {
    await live.halt();
    await indexedAbove(live.confirmed - 1n);
    await expectAgreement();
    answering.abort();
    expect(await questions).toEqual([200]);

    const audit = await runLaunchlens(['audit', '--json'], { cwd: stores.directory.path, env });
    expect(reportIn(audit)).toMatchObject({ verdict: 'equal', differences: [] });
    const olap = await openStore({ clickhouseUrl: stores.clickhouse.url, dataDir: stores.directory.path });
    try {
      const { bound, coverage } = await expectEqual({ olap, chain: live.chain });
      expect(bound.slot).toBe(live.confirmed);
      expect(coverage.filter(({ state }) => state === 'lost')).toEqual([]);
      expect(await doubles(olap.scanner, 0)).toEqual([]);
      const sql = 'SELECT slot, revision, chain_slot FROM checkpoints ORDER BY revision';
      const row = z.object({ slot: unsignedColumn, revision: unsignedColumn, chain_slot: signedColumn });
      const checkpoints = await olap.scanner.query({ sql }, row);
      for (const [n, { slot, revision }] of checkpoints.entries()) {
        const before = checkpoints[n - 1];
        expect(revision > (before?.revision ?? -1n) && slot >= (before?.slot ?? 0n)).toBe(true);
      }
    } finally {
      await olap.close();
    }
  });
});
