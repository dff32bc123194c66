import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOCALNET_PROGRAM_ID } from '../../idl/localnet.ts';
import { LiveChain } from '../support/chain/live-chain.ts';
import { type ClickHouseServer, startClickHouseServer } from '../support/clickhouse-server/start.ts';
import { compilerIsMissing } from '../support/escrow-compiler.ts';
import { buildImage, type Image } from '../support/image/build.ts';
import { type ComposeService, readCompose } from '../support/image/compose.ts';
import { LaunchlensProcess } from '../support/launchlens-process.ts';
import { connectAgent } from '../support/mcp-agent.ts';
import { type PostgresServer, postgresIsMissing, startPostgres } from '../support/postgres-server.ts';
import { unusedPort } from '../support/processes.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../support/temporary-directory.ts';
import { waitFor } from '../support/wait-for.ts';

const ROOT = resolve(import.meta.dirname, '../..');

describe.skipIf(compilerIsMissing || postgresIsMissing)(
  'the image, under the services of docker-compose.yml',
  () => {
    let directory: TemporaryDirectory;
    let image: Image;
    let live: LiveChain;
    let clickhouse: ClickHouseServer;
    let postgres: PostgresServer;
    let services: Readonly<Record<string, ComposeService>>;
    /** Where the names and ports of compose's network are on this machine. */
    let network: ReadonlyMap<string, string>;
    let before: readonly string[];
    const processes: LaunchlensProcess[] = [];

    beforeAll(async () => {
      directory = await temporaryDirectory();
      [image, live, postgres] = await Promise.all([
        buildImage(ROOT, directory.path),
        LiveChain.open({ seed: 'image' }),
        startPostgres(),
      ]);
      const database = new URL(await postgres.createDatabase());
      services = readCompose({ STORE_PASSWORD: database.password }).services;
      clickhouse = await startClickHouseServer({
        user: services.clickhouse?.environment.CLICKHOUSE_USER ?? '',
        password: services.clickhouse?.environment.CLICKHOUSE_PASSWORD ?? '',
        configs: (services.clickhouse?.volumes ?? []).flatMap((volume) =>
          typeof volume === 'string' ? [] : [resolve(ROOT, volume.source)],
        ),
      });
      const [api, metrics] = [await unusedPort(), await unusedPort()];
      network = new Map([
        ['clickhouse:8123', `127.0.0.1:${clickhouse.port}`],
        ['postgres:5432/launchlens', `${database.host}${database.pathname}`],
        ['127.0.0.1:8080', `127.0.0.1:${api}`],
        ['127.0.0.1:9090', `127.0.0.1:${metrics}`],
      ]);
      before = await filesOf(image);
    });
    afterAll(async () => {
      await Promise.all(processes.map((process) => process[Symbol.asyncDispose]()));
      await clickhouse?.[Symbol.asyncDispose]();
      await postgres?.[Symbol.asyncDispose]();
      await live?.[Symbol.asyncDispose]();
      await directory?.[Symbol.asyncDispose]();
    });

    const here = (text: string): string =>
      [...network].reduce((result, [there, found]) => result.replaceAll(there, found), text);
    const portOf = (there: string): string => new URL(`http://${network.get(there)}`).port;

    /** As `docker compose up` starts a service: its own command, the image's environment, .env, and its own. */
    async function start(name: string): Promise<LaunchlensProcess> {
      const service = services[name];
      const [, launcher = ''] = image.stage.entrypoint;
      const [temporary, data] = [join(directory.path, `tmp-${name}`), join(directory.path, `data-${name}`)];
      await Promise.all([mkdir(temporary), mkdir(data)]);
      const own = Object.entries({ ...image.stage.environment, ...service?.environment });
      const process = new LaunchlensProcess(service?.command ?? [], {
        cwd: join(image.root, image.stage.workdir),
        launcher: join(image.root, launcher),
        env: {
          YELLOWSTONE_ENDPOINT: live.grpcUrl,
          SOLANA_RPC_URL: live.rpcUrl,
          ESCROW_PROGRAM_ID: LOCALNET_PROGRAM_ID,
          JWT_SECRET: 'a secret of at least 32 characters',
          ...Object.fromEntries(own.map(([key, value]) => [key, here(value)])),
          // What the container would have to itself.
          TMPDIR: temporary,
          DATA_DIR: data,
          HTTP_PORT: portOf('127.0.0.1:8080'),
          METRICS_PORT: name === 'index' ? portOf('127.0.0.1:9090') : '',
        },
      });
      processes.push(process);
      return process;
    }

    const isHealthy = async (name: string): Promise<boolean> => {
      const [, program = '', ...args] = services[name]?.healthcheck?.test ?? [];
      return promisify(execFile)(program === 'node' ? process.execPath : program, args.map(here)).then(
        () => true,
        () => false,
      );
    };

    test('brings both stores to their schema, indexes the chain, and becomes healthy', async () => {
      const migrated = await (await start('migrate')).ended;
      expect(migrated).toMatchObject({ code: 0 });
      live.run(4);
      for (const name of ['index', 'api']) await start(name);
      for (const name of ['index', 'api']) {
        const healthy = async (): Promise<boolean> => {
          const ended = processes.find((process) => !process.running && process !== processes[0]);
          if (ended) throw new Error(`${name} ended: ${(await ended.ended).stderr}`);
          return isHealthy(name);
        };
        await waitFor(healthy, { what: `${name} to be healthy` });
      }
    });

    test('answers the same over REST, GraphQL and MCP', async () => {
      const url = `http://${network.get('127.0.0.1:8080')}`;
      const ready = async (): Promise<boolean> => (await fetch(`${url}/ready`)).ok;
      await waitFor(ready, { what: 'the API to be ready' });
      const rest = await (await fetch(`${url}/api/v1/ilo/launches/1/`)).json();
      const asOf = rest.source.last_indexed_slot;
      const asked = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          query: `{ launch(launchId: "1", asOfSlot: ${asOf}) { totalPledged status } }`,
        }),
      });
      const { data } = await asked.json();
      await using agent = await connectAgent(url, { path: '/mcp', headers: {} });
      const details = await agent.call('get_ilo_details', { launch_id: '1', as_of_slot: asOf });
      expect(BigInt(rest.launch.total_pledged)).toBeGreaterThan(0n);
      expect(details.launch).toEqual(rest.launch);
      expect(data.launch).toMatchObject({ totalPledged: rest.launch.total_pledged });
    });

    test('serves the pages, the verifier and the metrics of the indexer', async () => {
      const url = `http://${network.get('127.0.0.1:8080')}`;
      expect(await (await fetch(`${url}/`)).text()).toContain('<title>');
      expect(await (await fetch(`${url}/verify-ilo-settlement.mjs`)).text()).toMatch(/^#!/);
      const metrics = await fetch(`http://${network.get('127.0.0.1:9090')}/metrics`);
      expect(await metrics.text()).toMatch(/^launchlens_index_last_indexed_slot \d/m);
    });

    test('writes to its volumes and temporary folders alone, as its root file system is read-only', async () => {
      expect(await filesOf(image)).toEqual(before);
    });
  },
);

/** Without what links lead to, which is this checkout's. */
async function filesOf({ root }: Image): Promise<readonly string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.map(({ parentPath, name }) => join(parentPath, name)).sort();
}
