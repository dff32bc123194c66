import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { harnessReport } from '../../schemas/harness/report.ts';
import { askedHours, pageOf, startProvider } from '../harness/live/provider-server.ts';
import { runLaunchlens } from '../support/launchlens-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const LIVE = ['harness', '--data-source', 'live'];
const WINDOW = ['--window-start', '2025-01-01T00:00:00Z', '--window-end', '2025-02-15T00:00:00Z'];
const SETTINGS = {
  MARKET_DATA_API_KEY: 'the-key',
  MARKET_DATA_TOKEN: 'So11111111111111111111111111111111111111112',
};

test('live bars and live fees make a report of the same shape', async () => {
  await using server = await startProvider((question) => pageOf(askedHours(question)));
  await using directory = await temporaryDirectory();
  const fees = {
    ...{ schema: 'launchlens.harness-fees.v1', technology_fee_bps: 40, slippage_bps: 5 },
    priority_fee_quote: '0.01',
  };
  await writeFile(join(directory.path, 'fees.json'), JSON.stringify(fees));
  const env = { ...SETTINGS, MARKET_DATA_URL: server.url, HARNESS_FEES_FILE: 'fees.json' };
  const args = [...LIVE, ...WINDOW, '--live-fees', '--out', 'report.json', '--save-bars', 'bars.csv'];
  const ended = await runLaunchlens(args, { cwd: directory.path, env });
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  const report = harnessReport.parse(JSON.parse(await readFile(join(directory.path, 'report.json'), 'utf8')));
  expect(report.data).toMatchObject({ source: 'live', bars: 45 * 24 });
  expect(report.fees).toMatchObject({
    origin: 'HARNESS_FEES_FILE, fees.json',
    changed_at: expect.any(String),
    ...{ source: 'live', technology_fee_bps: 40, slippage_bps: 5 },
    priority_fee_quote: '0.010000',
  });
  expect(JSON.stringify(report) + ended.stdout).not.toContain('the-key');
  const repeating = ['harness', '--bars', 'bars.csv', '--live-fees', '--out', 'again.json'];
  expect(await runLaunchlens(repeating, { cwd: directory.path, env })).toEqual(ended);
  expect(await readFile(join(directory.path, 'again.json'), 'utf8')).toBe(
    await readFile(join(directory.path, 'report.json'), 'utf8'),
  );
});

test('fees beyond the capital keep the agent from ever buying, and the guardrail is named in every such step', async () => {
  await using directory = await temporaryDirectory();
  const fees = {
    ...{ schema: 'launchlens.harness-fees.v1', technology_fee_bps: 0, slippage_bps: 0 },
    priority_fee_quote: '20000',
  };
  await writeFile(join(directory.path, 'fees.json'), JSON.stringify(fees));
  const args = ['harness', '--live-fees', '--out', 'report.json'];
  const { code, stdout } = await runLaunchlens(args, {
    cwd: directory.path,
    env: { HARNESS_FEES_FILE: 'fees.json' },
  });
  expect(code).toBe(0);
  expect(stdout).toMatch(/the guardrail insufficient_cash at work in \d+ steps/);
  const report = harnessReport.parse(JSON.parse(await readFile(join(directory.path, 'report.json'), 'utf8')));
  expect(report.trades).toEqual([]);
  expect(report.ending_equity).toBe(report.parameters.starting_capital);
});

test.each([
  ['no window', LIVE, SETTINGS, '--data-source live needs --window-start and --window-end'],
  ['no key', [...LIVE, ...WINDOW], {}, 'MARKET_DATA_API_KEY is not set'],
  ['no token', [...LIVE, ...WINDOW], { MARKET_DATA_API_KEY: 'k' }, 'MARKET_DATA_TOKEN is not set'],
  ['no fee file', ['harness', '--live-fees'], {}, 'HARNESS_FEES_FILE is not set'],
  ['a fee file that is none', ['harness', '--live-fees'], { HARNESS_FEES_FILE: 'none' }, 'no such file'],
])('with %s it says so in one line', async (_, args, env, message) => {
  await using directory = await temporaryDirectory();
  const { code, stdout, stderr } = await runLaunchlens(args, { cwd: directory.path, env });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
});
