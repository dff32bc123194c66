import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { runChecks } from '../../../cli/doctor/checks.ts';
import { COVERAGE_COMMAND, type CoverageReport } from '../../../cli/doctor/coverage-report.ts';
import { PROGRAMS_COMMAND, type ProgramReport } from '../../../cli/doctor/program-report.ts';
import { operatorRoute } from '../../../cli/operator/command.ts';
import { writeOperatorFile } from '../../../cli/operator/file.ts';
import { startOperator } from '../../../cli/operator/server.ts';
import { systemClock } from '../../../core/kernel/clock.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import { loadSettings } from '../../../core/kernel/settings/load.ts';
import { createShutdown } from '../../../core/kernel/shutdown.ts';
import { openRpcLimit } from '../../../core/rpc/rate-limit.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const logger = createLogger('silent');
const REPORT: CoverageReport = {
  first_slot: '10',
  last_slot: '500',
  chain_slot: '501',
  verified_slot: '480',
  checkpoint_age_seconds: 0.4,
  lost_ranges: 0,
  unreadable_accounts: 0,
  newest_lost: null,
};
const HINTS = [
  'hint  Solana RPC        SOLANA_RPC_URL is not set -> for a chain of your own, set it to a JSON-RPC node',
  'hint  escrow program    ESCROW_PROGRAM_ID is not set -> for a chain of your own, set it to the program’s address',
  'hint  Yellowstone gRPC  YELLOWSTONE_ENDPOINT is not set -> for a chain of your own, set it to a Yellowstone gRPC server',
];

async function dataDirectory(): Promise<string> {
  const directory = await temporaryDirectory();
  onTestFinished(() => directory[Symbol.asyncDispose]());
  return directory.path;
}

/** What answers for a store in a demo's stead. */
async function holdStore(
  dataDir: string,
  report: CoverageReport,
  followed: readonly ProgramReport[] = [],
): Promise<void> {
  const shutdown = createShutdown();
  onTestFinished(async () => void (await shutdown.run('the test ended')));
  const coverage = operatorRoute({
    name: COVERAGE_COMMAND,
    input: z.strictObject({}),
    run: async function* () {
      yield report;
    },
  });
  const programs = operatorRoute({
    name: PROGRAMS_COMMAND,
    input: z.strictObject({}),
    run: async function* () {
      yield* followed;
    },
  });
  const host = { settings: { DATA_DIR: dataDir }, clock: systemClock, logger, shutdown };
  await startOperator(host, { command: 'up', routes: [coverage, programs] });
}

async function doctor(dataDir: string, environment: Record<string, string> = {}, json = false) {
  const settings = loadSettings({
    environment: { DATA_DIR: dataDir, ...environment },
    envFile: `${dataDir}/none`,
  });
  const lines: string[] = [];
  const print = (line: string): number => lines.push(line);
  const context = { settings, logger, clock: systemClock, rpcLimit: openRpcLimit(settings) };
  return { healthy: await runChecks({ ...context, print, json }), lines };
}

test('beside the demo the doctor says what runs and what it holds, and hints at a chain of one’s own', async () => {
  const dataDir = await dataDirectory();
  await holdStore(`${dataDir}/demo`, REPORT);

  const { healthy, lines } = await doctor(dataDir);

  const [demo, ...hints] = lines;
  expect(demo).toMatch(
    /^ok {4}demo {14}it runs as pid \d+ since \d{4}-\S+ with its store in \S+\/demo: slots 10 to 500, /,
  );
  expect(demo).toContain(`pid ${process.pid} `);
  expect(demo).toMatch(/verified at 480, nothing lost; checkpoint 0 s old, 1 slot behind the chain$/);
  expect(hints).toEqual(HINTS);
  expect(healthy).toBe(true);
});

test('a demo that lost slots is a failed check, and the hints stay hints', async () => {
  const dataDir = await dataDirectory();
  const lost = { ...REPORT, lost_ranges: 1, newest_lost: { from_slot: '20', to_slot: '30' } };
  await holdStore(`${dataDir}/demo`, lost);

  const { healthy, lines } = await doctor(dataDir);

  expect(lines[0]).toMatch(
    /^FAIL {2}demo .* 1 range lost, the newest 20 to 30; .* -> run `launchlens backfill/,
  );
  expect(lines.slice(1)).toEqual(HINTS);
  expect(healthy).toBe(false);
});

test('each program that the demo follows has a line, and one that lost slots fails', async () => {
  const dataDir = await dataDirectory();
  const lost = { ...REPORT, lost_ranges: 1, newest_lost: { from_slot: '20', to_slot: '30' } };
  await holdStore(`${dataDir}/demo`, REPORT, [
    { name: 'vault', coverage: REPORT, undecodable: 2, transactions_from: '12' },
    { name: 'pool', coverage: lost, undecodable: 0, transactions_from: null },
    { name: 'new', coverage: null, undecodable: 0, transactions_from: null },
  ]);

  const { healthy, lines } = await doctor(dataDir);

  const [vault, pool, last] = lines.slice(-3);
  expect(vault).toMatch(/^ok {4}vault {13}slots 10 to 500, verified at 480, nothing lost; /);
  expect(vault).toMatch(
    /1 slot behind the chain; every transaction since slot 12, 2 accounts not decodable$/,
  );
  expect(pool).toMatch(/^FAIL {2}pool .* 1 range lost, .*; some transactions may be missing -> run /);
  expect(last).toMatch(/^ok {4}new {15}nothing has been indexed yet$/);
  expect(healthy).toBe(false);
});

test('a demo that lives and does not answer is a failed check', async () => {
  const dataDir = await dataDirectory();
  const deaf = createServer((request) => request.socket.destroy());
  onTestFinished(() => void deaf.close());
  await new Promise<void>((listening) => deaf.listen(0, '127.0.0.1', listening));
  const { port } = deaf.address() as { port: number };
  await mkdir(`${dataDir}/demo`);
  await writeOperatorFile(`${dataDir}/demo`, {
    pid: process.pid,
    url: `http://127.0.0.1:${port}`,
    token: 'x'.repeat(32),
    command: 'up',
    started_at: '2026-01-01T00:00:00.000Z',
  });

  const { healthy, lines } = await doctor(dataDir);

  expect(lines[0]).toMatch(/^FAIL {2}demo .* -> see OPERATOR_UNREACHABLE in docs\/errors.md$/);
  expect(healthy).toBe(false);
});

test.each([
  ['a chain setting is there', '/demo', { ESCROW_PROGRAM_ID: '11111111111111111111111111111111' }],
  ['the directory itself is what is held', '', {}],
])('what is missing stays a failure when %s', async (_when, below, environment) => {
  const dataDir = await dataDirectory();
  await holdStore(`${dataDir}${below}`, REPORT);

  const { healthy, lines } = await doctor(dataDir, environment);

  expect(lines[0]).toMatch(/^FAIL {2}Solana RPC {8}SOLANA_RPC_URL is not set -> set it to a JSON-RPC node$/);
  expect(lines.join('\n')).not.toMatch(/^hint|demo {14}it runs/m);
  expect(healthy).toBe(false);
});

test('for programs each check is a JSON line', async () => {
  const dataDir = await dataDirectory();
  const lost = { ...REPORT, lost_ranges: 1, newest_lost: { from_slot: '20', to_slot: '30' } };
  await holdStore(`${dataDir}/demo`, lost);

  const { lines } = await doctor(dataDir, {}, true);

  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { check: 'demo', status: 'failed', detail: expect.any(String), remedy: expect.any(String) },
    ...HINTS.map((line) => ({
      check: line.slice(6, 22).trim(),
      status: 'hint',
      detail: expect.stringContaining('is not set'),
      remedy: line.split(' -> ')[1],
    })),
  ]);
});
