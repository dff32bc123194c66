import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Launchlens } from '../../client/index.ts';
import { type LaunchGateAnswer, launchGate } from '../../schemas/rest/launch-gate.ts';
import { type ApiProcess, ApiProcesses } from '../support/api-processes.ts';
import { type Demo, startDemo } from '../support/demo.ts';
import { runLaunchlens } from '../support/launchlens-process.ts';
import { POSTGRES_SUITE_NAME, postgresIsMissing } from '../support/postgres-server.ts';
import { waitFor } from '../support/wait-for.ts';

const OPERATOR_TOKEN = 'the operator of these tests';

interface Gate {
  readonly open: boolean;
  readonly pending: readonly string[];
}

const shown = ({ open, pending }: Gate): Gate => ({ open, pending });

/** The gate as the three doors show it. */
async function gates({ launches, graphql, mcp }: Launchlens): Promise<readonly Gate[]> {
  const document = '{ status { launchGate { open pending } } }';
  const { status } = await graphql.query<{ status: { launchGate: Gate } }>(document);
  const { answer } = await mcp.call('get_ilo_details', {});
  const { launch_gate: rest } = await launches.status();
  return [shown(rest), shown(status.launchGate), shown(answer.launch_gate ?? expect.fail('no gate'))];
}

async function shows(at: Launchlens, gate: Gate): Promise<void> {
  const everywhere = JSON.stringify([gate, gate, gate]);
  const equal = async () => JSON.stringify(await gates(at)) === everywhere;
  await waitFor(equal, { what: `all doors to show ${JSON.stringify(gate)}` });
}

const setOver = (url: string, body: object) =>
  fetch(`${url}/api/v1/operator/launch-gate/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${OPERATOR_TOKEN}` },
    body: JSON.stringify(body),
  });

describe.skipIf(postgresIsMissing)(`two API processes over ${POSTGRES_SUITE_NAME}`, () => {
  let apis: ApiProcesses;
  let a: ApiProcess;
  let b: ApiProcess;
  beforeAll(async () => {
    apis = await ApiProcesses.over({ OPERATOR_TOKEN });
    await apis.indexAt(20n);
    [a, b] = [await apis.start(), await apis.start()];
  });
  afterAll(async () => {
    await apis?.[Symbol.asyncDispose]();
  });

  test('show one gate, whichever of them it is set at, though the index stands still', async () => {
    const [atA, atB] = [a, b].map(({ url }) => url.replace(/\/api\/v1$/, '')) as [string, string];
    await using doorsOfA = new Launchlens({ url: atA, env: {} });
    await using doorsOfB = new Launchlens({ url: atB, env: {} });
    await shows(doorsOfA, { open: true, pending: [] });
    await shows(doorsOfB, { open: true, pending: [] });

    expect((await setOver(atA, { name: 'legal', status: 'pending' })).status).toBe(200);
    // Whoever set it sees it with the next question.
    const legal = { open: false, pending: ['legal'] };
    expect(await gates(doorsOfA)).toEqual([legal, legal, legal]);
    await shows(doorsOfB, legal);

    await setOver(atB, { name: 'audit', status: 'pending' });
    await setOver(atB, { name: 'legal', status: 'passed' });
    await shows(doorsOfB, { open: false, pending: ['audit'] });
    await shows(doorsOfA, { open: false, pending: ['audit'] });
    await setOver(atB, { name: 'audit', remove: true });
    await shows(doorsOfA, { open: true, pending: [] });
    const [tagOfA, tagOfB] = await Promise.all(
      [a, b].map(async ({ url }) => (await fetch(`${url}/ilo/status/`)).headers.get('etag')),
    );
    expect(tagOfA).toBe(tagOfB);
  });
});

describe('a running demo', () => {
  let demo: Demo;
  let doors: Launchlens;
  beforeAll(async () => {
    demo = await startDemo();
    doors = new Launchlens({ url: demo.url, env: {} });
  });
  afterAll(async () => {
    await doors?.close();
    await demo?.[Symbol.asyncDispose]();
  });
  const run = (...args: readonly string[]) =>
    runLaunchlens(['launch-gate', ...args], { cwd: demo.directory, env: { DATA_DIR: demo.directory } });
  const listed = async (): Promise<LaunchGateAnswer> =>
    launchGate.parse(JSON.parse((await run('list', '--json')).stdout));

  test('has its gate set by the command, without a token of an operator, and shows it at every door', async () => {
    expect(await run('list')).toMatchObject({
      code: 0,
      stdout: 'the launch gate has no legs: it is open\n',
      stderr: '',
    });
    const set = await run('set', 'legal', '--status', 'pending', '--note', 'with counsel');
    expect([set.code, set.stderr]).toEqual([0, '']);
    expect(set.stdout).toMatch(
      /^legal {2}pending {2}\S+Z {2}with counsel\nthe launch gate is not open: waiting for legal\n$/,
    );
    await shows(doors, { open: false, pending: ['legal'] });
    expect((await setOver(demo.url, {})).status).toBe(404);

    await run('set', 'audit', '--status', 'failed');
    await run('set', 'legal', '--status', 'passed');
    expect(await listed()).toMatchObject({
      ...{ open: false, pending: [] },
      legs: [
        { name: 'legal', status: 'passed', note: '' },
        { name: 'audit', status: 'failed' },
      ],
    });
    expect((await run('remove', 'audit')).stdout).toContain(
      'the launch gate is open: every leg has passed\n',
    );
    await shows(doors, { open: true, pending: [] });
  });

  test('refuses a leg that is not there or does not parse, and changes nothing', async () => {
    const before = await listed();
    const refusals = [
      await run('remove', 'no such leg'),
      await run('set', 'legal', '--status', 'maybe'),
      await run('set', 'legal'),
      await run('set', '', '--status', 'passed'),
      await run('set', 'x'.repeat(65), '--status', 'passed'),
      await run('set', 'legal', '--status', 'passed', '--note', 'x'.repeat(501)),
    ];
    for (const { code, stdout, stderr } of refusals) {
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^launchlens: [^\n]+\n$/);
    }
    expect(await listed()).toEqual(before);
  });
});
