import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { LOCALNET_PROGRAM_ID } from '../../idl/localnet.ts';
import { type AuditReport, auditReport } from '../../schemas/cli/audit-report.ts';
import { LiveChain } from '../support/chain/live-chain.ts';
import { stillAccount } from '../support/chain/still-account.ts';
import { startClickHouseServer } from '../support/clickhouse-server/start.ts';
import { type Demo, startDemo } from '../support/demo.ts';
import { type Ended, runLaunchlens } from '../support/launchlens-process.ts';
import { openStore, startIndex } from '../support/running-index.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { waitFor } from '../support/wait-for.ts';

function reportIn({ stdout, stderr }: Ended): AuditReport {
  if (!stdout.endsWith('\n')) throw new Error(stderr);
  return auditReport.parse(JSON.parse(stdout));
}

describe('an audit of the demo while it runs', () => {
  let demo: Demo;
  beforeAll(async () => {
    demo = await startDemo();
  });
  afterAll(() => demo?.[Symbol.asyncDispose]());

  const audit = (...args: string[]): Promise<Ended> =>
    runLaunchlens(['audit', ...args], { cwd: demo.directory, env: { DATA_DIR: demo.directory } });

  test('tells a person in a few lines and ends with 0', async () => {
    const { code, stdout, stderr } = await audit();

    expect(stderr).toBe('');
    expect(stdout).toMatch(/^The whole index against the chain at slot [\d,]+\n {2}verdict {4}EQUAL\n/);
    expect(stdout).toMatch(/chain {6}sha256 ([0-9a-f]{64})\n {2}index {6}sha256 \1\n/);
    expect(stdout).toContain('every invariant holds');
    expect(code).toBe(0);
  });

  test('tells a program everything on one line', async () => {
    const ended = await audit('--json');

    expect(ended.code).toBe(0);
    expect(reportIn(ended)).toMatchObject({
      verdict: 'equal',
      launch_id: null,
      differences: [],
      reason: null,
    });
  });

  test('compares one launch', async () => {
    const report = reportIn(await audit('--json', '--launch-id', '1'));

    expect(report).toMatchObject({ verdict: 'equal', launch_id: '1' });
    expect(report.invariants.launches).toBe(1);
  });

  test('shows the verified slot on every answer by itself', async () => {
    const verified = await waitFor(
      async () => {
        const { source } = (await (await fetch(`${demo.url}/api/v1/ilo/status/`)).json()) as {
          source: { verified_slot: number | null; last_indexed_slot: number };
        };
        return source.verified_slot !== null && source;
      },
      { what: 'a verified slot' },
    );

    expect(verified.verified_slot).toBeLessThanOrEqual(verified.last_indexed_slot);
  });

  test('refuses a launch id that is none', async () => {
    const { code, stderr } = await audit('--launch-id', 'first');

    expect(stderr).toMatch(/^launchlens: .*'first'.*\n$/);
    expect(code).toBe(2);
  });
});

describe('an audit where no process holds the store', () => {
  const settingsOf = (live: LiveChain, dataDir: string): Record<string, string> => ({
    DATA_DIR: dataDir,
    SOLANA_RPC_URL: live.rpcUrl,
    YELLOWSTONE_ENDPOINT: live.grpcUrl,
    ESCROW_PROGRAM_ID: LOCALNET_PROGRAM_ID,
    LOG_LEVEL: 'silent',
  });

  test('opens the embedded store, ends with 1 where it is wrong, and repairs it when asked to', async () => {
    await using directory = await temporaryDirectory();
    // A long window, so that the index resumes: a snapshot would put right what the test put wrong.
    await using live = await LiveChain.open({ seed: 'at-rest', replaySlots: 5_000 });
    live.run(4);
    const index = await startIndex({ chain: live, dataDir: directory.path });
    // Far enough above its snapshot that the last slots, which a start reads again, hold none of it.
    await index.reaches(live.confirmed + 40n);
    // A chain that stands still changes no account on which the test lays hands.
    await live.halt();
    await index.stop();
    const olap = await openStore({ dataDir: directory.path });
    const address = stillAccount(live, 'pledge').toUpperCase();
    await olap.writer.command({ sql: `DELETE FROM pledge_versions WHERE hex(address) = '${address}'` });
    await olap.close();
    const env = settingsOf(live, directory.path);
    const audit = (...args: string[]) =>
      runLaunchlens(['audit', '--json', ...args], { cwd: directory.path, env });

    const repaired = await audit('--repair');
    const after = await audit();

    expect(reportIn(repaired)).toMatchObject({ verdict: 'different', repaired_accounts: 1 });
    expect(reportIn(after)).toMatchObject({ verdict: 'equal', differences: [] });
    expect([repaired.code, after.code]).toEqual([1, 0]);
  });

  test('compares an index on a server beside the process that writes it', async () => {
    await using directory = await temporaryDirectory();
    const server = await startClickHouseServer();
    onTestFinished(() => server.stop());
    await using live = await LiveChain.open({ seed: 'beside' });
    live.run(4);
    const index = await startIndex({ chain: live, dataDir: directory.path, clickhouseUrl: server.url });
    const env = { ...settingsOf(live, directory.path), CLICKHOUSE_URL: server.url };
    await index.reaches(live.confirmed);

    const equal = await runLaunchlens(['audit', '--json'], { cwd: directory.path, env });
    const refused = await runLaunchlens(['audit', '--repair'], { cwd: directory.path, env });
    await using foreign = await LiveChain.open({ seed: 'another chain' });
    const elsewhere = await runLaunchlens(['audit'], {
      cwd: directory.path,
      env: { ...env, SOLANA_RPC_URL: foreign.rpcUrl },
    });
    await index.stop();

    expect(reportIn(equal)).toMatchObject({ verdict: 'equal' });
    expect(elsewhere.stderr).toContain('genesis hash');
    expect([equal.code, refused.code, elsewhere.code]).toEqual([0, 2, 2]);
  });

  test('ends with 2 when the node cannot be reached', async () => {
    await using directory = await temporaryDirectory();
    const env = {
      DATA_DIR: directory.path,
      SOLANA_RPC_URL: 'http://127.0.0.1:9',
      ESCROW_PROGRAM_ID: LOCALNET_PROGRAM_ID,
    };

    const { code, stderr } = await runLaunchlens(['audit'], { cwd: directory.path, env });

    expect(stderr).toMatch(/^launchlens: .*YELLOWSTONE_ENDPOINT.*\n$/);
    expect(code).toBe(2);
  });
});
