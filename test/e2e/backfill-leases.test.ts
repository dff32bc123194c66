import { expect, test } from 'vitest';
import { systemClock } from '../../core/kernel/clock.ts';
import { createLogger } from '../../core/kernel/logger.ts';
import { createShutdown } from '../../core/kernel/shutdown.ts';
import { holdLease } from '../../core/olap/lease.ts';
import { LOCALNET_PROGRAM_ID } from '../../idl/localnet.ts';
import { jobId } from '../../indexer/backfill/job.ts';
import { historyJob } from '../../indexer/jobs/history/job.ts';
import { redecodeJob } from '../../indexer/jobs/redecode/job.ts';
import { snapshotJob } from '../../indexer/jobs/snapshot/job.ts';
import { jobParts, runJob } from '../support/backfills.ts';
import { LiveChain } from '../support/chain/live-chain.ts';
import { startClickHouseServer } from '../support/clickhouse-server/start.ts';
import { runLaunchlens } from '../support/launchlens-process.ts';
import { openStore } from '../support/running-index.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

test('a job that another process does is refused by its name, whatever job it is', async () => {
  await using directory = await temporaryDirectory();
  await using live = await LiveChain.open({ seed: 'job leases', fromSlot: 160 });
  const server = await startClickHouseServer();
  const olap = await openStore({ clickhouseUrl: server.url, dataDir: directory.path });
  const shutdown = createShutdown();
  try {
    const parts = { ...(await jobParts(live)), olap };
    const snapshot = snapshotJob({ ...parts, beside: false });
    await runJob(olap, snapshot);
    const range = { fromSlot: 10n, toSlot: 20n };
    const jobs = {
      snapshot,
      history: historyJob({ ...parts, fromSlot: undefined, toSlot: undefined }),
      redecode: redecodeJob({ ...parts, stored: parts.identity, all: false }),
      'redecode --all --from-slot 10 --to-slot 20': redecodeJob({
        ...{ ...parts, ...range },
        stored: parts.identity,
        all: true,
      }),
    };
    const logger = createLogger('silent');
    for (const { kind, definition } of Object.values(jobs)) {
      const name = `backfill:${jobId(kind, definition)}`;
      await holdLease({ olap, name, clock: systemClock, logger, shutdown, command: 'another backfill' });
    }
    for (const command of Object.keys(jobs)) {
      const { code, stdout, stderr } = await runLaunchlens(['backfill', ...command.split(' ')], {
        cwd: directory.path,
        env: {
          SOLANA_RPC_URL: live.rpcUrl,
          ESCROW_PROGRAM_ID: LOCALNET_PROGRAM_ID,
          CLICKHOUSE_URL: server.url,
          LOG_LEVEL: 'warn',
        },
      });
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^launchlens: [^\n]*backfill:[0-9a-f]{32}[^\n]*\n$/);
      expect(stderr).toContain('another backfill');
    }
  } finally {
    await shutdown.run('the test is over');
    await olap.close();
    await server.stop();
  }
});
