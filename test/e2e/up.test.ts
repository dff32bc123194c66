import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOCALNET_PROGRAM_ID } from '../../idl/localnet.ts';
import { LAUNCHER, LaunchlensProcess, runLaunchlens } from '../support/launchlens-process.ts';
import { MirrorClient } from '../support/mirror-check/mirror-client.ts';
import { descendantsOf, isAlive, unusedPort } from '../support/processes.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../support/temporary-directory.ts';
import { installVerifier, runVerifier } from '../support/verifier/run-verifier.ts';
import { waitFor } from '../support/wait-for.ts';

/** Where the banner says that everything is. */
interface Places {
  readonly api: string;
  readonly rpc: string;
  readonly grpc: string;
}

async function placesOf(demo: LaunchlensProcess): Promise<Places> {
  const [, api = ''] = await demo.prints(/readiness\s+(http:\S+)\/ready/);
  const [, rpc = '', grpc = ''] = await demo.prints(
    /local chain\s+(http:\S+) \(JSON-RPC\), (http:\S+) \(gRPC\)/,
  );
  return { api, rpc, grpc };
}

const readyOf = async (api: string): Promise<boolean> => (await fetch(`${api}/ready`)).status === 200;

/** As a person starts it in a checkout. */
const CHECKOUT = { launcher: LAUNCHER };

describe('launchlens up --demo', () => {
  let directory: TemporaryDirectory;
  let env: Record<string, string>;
  let demo: LaunchlensProcess;
  let places: Places;

  beforeAll(async () => {
    directory = await temporaryDirectory();
    env = { HTTP_PORT: `${await unusedPort()}`, DATA_DIR: directory.path };
    demo = new LaunchlensProcess(['up', '--demo', '--speed', '2'], { ...CHECKOUT, cwd: directory.path, env });
    places = await placesOf(demo);
  });
  afterAll(async () => {
    await demo[Symbol.asyncDispose]();
    await directory[Symbol.asyncDispose]();
  });

  test('is ready within seconds and says where to look', async () => {
    await waitFor(() => readyOf(places.api), { what: '/ready to be 200' });
    expect(places.api).toBe(`http://127.0.0.1:${env.HTTP_PORT}`);
    expect(demo.stdout).toContain(`${places.api}/docs`);
    expect(demo.stdout).toContain(`${places.api}/api/v1/user-rewards/summary/`);
    expect(demo.stdout).toMatch(/^ {2}facts +\S.*\n {2}decisions +embedded PGlite in /m);
    expect(demo.stdout).toContain(`curl -sSf ${places.api}/api/v1/ilo/launches/1/`);
    expect(demo.stdout).toContain(`--launch-id 1 --rpc ${places.rpc} --api ${places.api}`);
    expect((await fetch(`${places.api}/docs`)).status).toBe(200);
    expect((await fetch(`${places.api}/openapi.json`)).status).toBe(200);
  });

  test('answers for the chain that it shows', async () => {
    const mirror = new MirrorClient(places.api);
    const first = await mirror.launches();
    expect(first.results.length).toBeGreaterThanOrEqual(5);
    expect(first.source).toMatchObject({ cluster: 'localnet', program_id: LOCALNET_PROGRAM_ID });
    const later = (): Promise<boolean> =>
      mirror.status().then(({ source }) => source.last_indexed_slot > first.source.last_indexed_slot);
    await waitFor(later, { what: 'the index to move on' });
  });

  test('passes the verifier, which reads the chain by itself', async () => {
    const file = await installVerifier();
    const chain = ['--cluster', 'localnet', '--rpc', places.rpc, '--program-id', LOCALNET_PROGRAM_ID];
    for (const launchId of ['1', '3', '4', '9007199254740993']) {
      const { exit, stdout, stderr } = await runVerifier(file, [
        ...['--launch-id', launchId, ...chain, '--api', places.api],
      ]);
      expect({ launchId, exit, stderr }).toEqual({ launchId, exit: 0, stderr: '' });
      expect(stdout).toMatch(/^OK {4}rest_mirror_/m);
      expect(stdout).not.toMatch(/^FAIL/m);
    }
  });

  test('passes the doctor', async () => {
    const settings = {
      SOLANA_RPC_URL: places.rpc,
      YELLOWSTONE_ENDPOINT: places.grpc,
      ESCROW_PROGRAM_ID: LOCALNET_PROGRAM_ID,
      DATA_DIR: `${directory.path}/demo`,
    };
    const { code, stdout, stderr } = await runLaunchlens(['doctor'], { cwd: directory.path, env: settings });
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.slice(0, 22).trim()),
    ).toEqual([
      'ok    Solana RPC',
      'ok    escrow program',
      'ok    Yellowstone gRPC',
      'ok    fact store',
      'ok    coverage',
      'ok    decision store',
    ]);
    expect([code, stderr]).toEqual([0, '']);
  });

  test('is left alone by a second one in the same place, which says so in one line', async () => {
    const { code, stderr } = await runLaunchlens(['up', '--demo'], { cwd: directory.path, env });
    expect(stderr).toMatch(/^launchlens: .*clickhouse is in use by `launchlens up` \(process \d+ .*\n$/);
    expect(code).toBe(2);
    const mirror = new MirrorClient(places.api);
    const { source } = await mirror.status();
    await mirror.launch(4n, { as_of_slot: BigInt(source.last_indexed_slot - 5) });
  });

  test('leaves the port to the one that has it', async () => {
    await using elsewhere = await temporaryDirectory();
    const settings = { ...env, DATA_DIR: elsewhere.path, LOG_LEVEL: 'warn' };
    const { code, stderr } = await runLaunchlens(['up', '--demo'], { cwd: elsewhere.path, env: settings });
    expect(stderr).toBe(
      `launchlens: 127.0.0.1:${env.HTTP_PORT} is already in use. Set HTTP_PORT to a free port.\n`,
    );
    expect(code).toBe(2);
  });

  test('ends on Ctrl-C within ten seconds and leaves nothing behind', async () => {
    const family = descendantsOf(demo.pid);
    expect(family.length).toBeGreaterThan(0);
    const asked = Date.now();
    const { code } = await demo.end('SIGINT');
    expect(code).toBe(0);
    expect(Date.now() - asked).toBeLessThan(10_000);
    expect(family.filter(isAlive)).toEqual([]);
    await expect(fetch(`${places.api}/health`)).rejects.toThrow();
    await expect(fetch(places.rpc)).rejects.toThrow();
  });

  const OLD_NODE = ['/usr/bin/node'].find(existsSync);
  test('begins anew where an earlier one ended, under the machine’s own Node if it has one', async () => {
    const options = { ...CHECKOUT, cwd: directory.path, env: { ...env, HTTP_PORT: '0' } };
    await using second = new LaunchlensProcess(['up', '--demo'], {
      ...options,
      ...(OLD_NODE !== undefined && { node: OLD_NODE }),
    });
    const { api } = await placesOf(second);
    await waitFor(() => readyOf(api), { what: '/ready to be 200' });
    expect((await new MirrorClient(api).status()).source.last_indexed_slot).toBeLessThan(150);
    const family = descendantsOf(second.pid);
    expect(await second.end('SIGTERM')).toMatchObject({ code: 0 });
    expect(family.filter(isAlive)).toEqual([]);
  });

  test('leaves no chain behind even when it is killed', async () => {
    const options = { ...CHECKOUT, cwd: directory.path, env: { ...env, HTTP_PORT: '0' } };
    await using killed = new LaunchlensProcess(['up', '--demo'], options);
    await placesOf(killed);
    const family = descendantsOf(killed.pid);
    expect(family.filter(isAlive)).not.toEqual([]);
    await killed.end('SIGKILL');
    await waitFor(() => family.every((pid) => !isAlive(pid)), { what: 'the local chain to end' });
  });

  test('ends even while it is still starting', async () => {
    const options = { ...CHECKOUT, cwd: directory.path, env: { ...env, HTTP_PORT: '0' } };
    await using early = new LaunchlensProcess(['up', '--demo'], options);
    const family = await waitFor(() => descendantsOf(early.pid).find(isAlive), {
      what: 'the local chain',
    });
    const { code } = await early.end('SIGINT');
    expect([code, isAlive(family)]).toEqual([0, false]);
  });
});
