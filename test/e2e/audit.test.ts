import { describe, expect, onTestFinished, test } from 'vitest';
import { LOCALNET_PROGRAM_ID } from '../../idl/localnet.ts';
import { reportIn } from '../support/audit-report.ts';
import { LiveChain } from '../support/chain/live-chain.ts';
import { stillAccount } from '../support/chain/still-account.ts';
import { startClickHouseServer } from '../support/clickhouse-server/start.ts';
import { runLaunchlens } from '../support/launchlens-process.ts';
import { openStore, startIndex } from '../support/running-index.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

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
    const audit = (args: string[], settings = {}) =>
      runLaunchlens(['audit', '--json', ...args], { cwd: directory.path, env: { ...env, ...settings } });

    const repaired = await audit(['--repair']);
    const after = await audit([]);
    const sliced = await audit([], { AUDIT_SLICES: '256' });

    expect(reportIn(repaired)).toMatchObject({ verdict: 'different', repaired_accounts: 1 });
    expect(reportIn(after)).toMatchObject({ verdict: 'equal', differences: [], in_slices: null });
    const { accounts, chain_digest, index_digest } = reportIn(after);
    const same = { verdict: 'equal', accounts, chain_digest, index_digest };
    expect(reportIn(sliced)).toMatchObject({ ...same, in_slices: { requests: 551, bracketed: 0 } });
    expect([repaired.code, after.code, sliced.code]).toEqual([1, 0, 0]);
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
