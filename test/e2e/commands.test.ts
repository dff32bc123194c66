import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LOCALNET_PROGRAM_ID } from '../../idl/localnet.ts';
import { LiveChain } from '../support/chain/live-chain.ts';
import { startClickHouseServer } from '../support/clickhouse-server/start.ts';
import { expectEqual } from '../support/index-check/equality.ts';
import { type Ended, LaunchlensProcess, runLaunchlens } from '../support/launchlens-process.ts';
import { MirrorClient } from '../support/mirror-check/mirror-client.ts';
import { unusedPort } from '../support/processes.ts';
import { openStore } from '../support/running-index.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { waitFor } from '../support/wait-for.ts';

/** Runs a command in an empty directory with these settings alone. */
async function run(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  await using directory = await temporaryDirectory();
  return await runLaunchlens(args, { cwd: directory.path, env: { DATA_DIR: directory.path, ...env } });
}

/** A refusal as people meet it: one line on stderr, nothing on stdout, exit 2. */
function expectRefusal({ code, stdout, stderr }: Ended, ...parts: readonly string[]): void {
  expect(stderr).toMatch(/^launchlens: [^\n]+\n$/);
  for (const part of parts) expect(stderr).toContain(part);
  expect([code, stdout]).toEqual([2, '']);
}

test('a command that nobody knows is refused in one line', async () => {
  expectRefusal(await run(['dance']), "'dance'", '--help');
});

describe('a setting', () => {
  test.each(['up', 'localnet'])(
    'that nobody knows stops %s in one line that names it and the likely one',
    async (command) => {
      expectRefusal(
        await run([command], { YELLOWSTONE_ENDPONT: 'x' }),
        'YELLOWSTONE_ENDPONT',
        'YELLOWSTONE_ENDPOINT',
      );
    },
  );

  test('in a .env file counts as well', async () => {
    await using directory = await temporaryDirectory();
    await writeFile(join(directory.path, '.env'), 'HTTP_PROT=8080\n');
    expectRefusal(await runLaunchlens(['api'], { cwd: directory.path }), 'HTTP_PROT', 'HTTP_PORT');
  });

  test.each(['index', 'up'])('that %s cannot do without is named when it is missing', async (command) => {
    const chain = { SOLANA_RPC_URL: 'http://127.0.0.1:1', ESCROW_PROGRAM_ID: LOCALNET_PROGRAM_ID };
    expectRefusal(await run([command]), 'YELLOWSTONE_ENDPOINT', command);
    const endpoint = { YELLOWSTONE_ENDPOINT: 'http://127.0.0.1:1' };
    expectRefusal(
      await run([command], { ...chain, ...endpoint, SOLANA_RPC_URL: '' }),
      'SOLANA_RPC_URL',
      command,
    );
  });

  test('for a store that processes share is named when an indexer is to stand by without it', async () => {
    const chain = { SOLANA_RPC_URL: 'http://127.0.0.1:1', ESCROW_PROGRAM_ID: LOCALNET_PROGRAM_ID };
    const env = { ...chain, YELLOWSTONE_ENDPOINT: 'http://127.0.0.1:1' };
    expectRefusal(await run(['index', '--standby'], env), 'CLICKHOUSE_URL', 'index --standby');
  });
});

describe('the doctor', () => {
  test('names the remedy for everything that is not set', async () => {
    const { code, stdout } = await run(['doctor']);
    const lines = stdout.trim().split('\n');
    expect(lines.map((line) => line.slice(0, 4))).toEqual(['FAIL', 'FAIL', 'FAIL', 'FAIL']);
    for (const line of lines) expect(line).toMatch(/^FAIL {2}\S.+ -> \S.+$/);
    for (const name of ['SOLANA_RPC_URL', 'YELLOWSTONE_ENDPOINT', 'ESCROW_PROGRAM_ID'])
      expect(stdout).toContain(name);
    expect(code).toBe(1);
  });

  test('names the remedy for what cannot be reached, and no secret', async () => {
    const { code, stdout, stderr } = await run(['doctor'], {
      SOLANA_RPC_URL: `http://127.0.0.1:${await unusedPort()}/?api-key=sesame`,
      YELLOWSTONE_ENDPOINT: `http://127.0.0.1:${await unusedPort()}`,
      YELLOWSTONE_X_TOKEN: 'open-sesame',
      ESCROW_PROGRAM_ID: LOCALNET_PROGRAM_ID,
      CLICKHOUSE_URL: `http://reader:sesame@127.0.0.1:${await unusedPort()}`,
    });
    const lines = stdout.trim().split('\n');
    expect(lines.filter((line) => /^FAIL {2}\S.+ -> \S.+$/.test(line))).toHaveLength(4);
    expect(code).toBe(1);
    expect(`${stdout}${stderr}`).not.toContain('sesame');
  });
});

describe('index and api as two processes over one ClickHouse server', () => {
  test('serve what one process would', async () => {
    await using directory = await temporaryDirectory();
    await using live = await LiveChain.open({ seed: 'two processes' });
    const server = await startClickHouseServer();
    const env = {
      CLICKHOUSE_URL: server.url,
      DATA_DIR: directory.path,
      SOLANA_RPC_URL: live.rpcUrl,
      YELLOWSTONE_ENDPOINT: live.grpcUrl,
      ESCROW_PROGRAM_ID: LOCALNET_PROGRAM_ID,
      HTTP_PORT: '0',
      LOG_LEVEL: 'warn',
    };
    const options = { cwd: directory.path, env };
    try {
      await using api = new LaunchlensProcess(['api'], options);
      const [, url = ''] = await api.prints(/Launchlens API: (http:\S+)\/docs/);
      expect((await fetch(`${url}/ready`)).status).toBe(503);
      const transports = `http://127.0.0.1:${await unusedPort()}`;
      await using index = new LaunchlensProcess(['index'], {
        ...options,
        env: { ...options.env, METRICS_PORT: new URL(transports).port },
      });
      live.run(4);
      const mirror = new MirrorClient(url);
      await waitFor(() => fetch(`${url}/ready`).then(({ status }) => status === 200), {
        what: 'the API to be ready',
      });
      await waitFor(() => live.chain.currentSlot > 160n, { what: 'slot 160' });
      await live.halt();
      const caughtUp = (): Promise<boolean> =>
        mirror.status().then(({ source }) => BigInt(source.last_indexed_slot) === live.confirmed);
      await waitFor(caughtUp, { what: 'the API to serve the last slot' });

      const { status, code } = (await (await fetch(`${transports}/ready`)).json()) as Record<string, unknown>;
      expect([status, code]).toEqual(['ready', undefined]);
      expect(await (await fetch(`${transports}/metrics`)).text()).toContain(
        `launchlens_index_last_indexed_slot ${live.confirmed}\n`,
      );
      expect(await index.end('SIGINT')).toMatchObject({ code: 0, stderr: '' });
      expect((await mirror.launches()).results).toHaveLength(5);
      expect(await api.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
      const olap = await openStore({ clickhouseUrl: server.url, dataDir: directory.path });
      await expectEqual({ olap, chain: live.chain });
      await olap.close();
    } finally {
      await server.stop();
    }
  });
});
