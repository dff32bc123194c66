import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Launchlens } from '../../../client/index.ts';
import { type LaunchGateAnswer, launchGate } from '../../../schemas/rest/launch-gate.ts';
import { setOver, shows } from '../../support/launch-gates.ts';
import { runLaunchlens } from '../../support/launchlens-process.ts';
import { demo } from './demo.ts';

describe('a running demo', () => {
  let transports: Launchlens;
  beforeAll(() => {
    transports = new Launchlens({ url: demo.url, env: {} });
  });
  afterAll(() => transports?.close());
  const run = (...args: readonly string[]) =>
    runLaunchlens(['launch-gate', ...args], { cwd: demo.directory, env: { DATA_DIR: demo.directory } });
  const listed = async (): Promise<LaunchGateAnswer> =>
    launchGate.parse(JSON.parse((await run('list', '--json')).stdout));

  test('has its gate set by the command, without a token of an operator, and shows it at every API', async () => {
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
    await shows(transports, { open: false, pending: ['legal'] });
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
    await shows(transports, { open: true, pending: [] });
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
