import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { readSettings } from '../../core/kernel/settings/load.ts';

/**
 * Runs the tests of clusters against one that the settings name: `CLICKHOUSE_URL=… CLICKHOUSE_CLUSTER=… npm run
 * verify:cluster`. Its databases `launchlens…` are dropped before and after.
 */
const TESTS = ['test/core/olap/cluster.integration', 'test/indexer/archive/cluster', 'test/e2e/cluster'];
const CONSENT = '--drop-databases';

const { CLICKHOUSE_URL, CLICKHOUSE_CLUSTER, CLICKHOUSE_REPLICATION } = readSettings(process.env, {});
if (CLICKHOUSE_URL === undefined || CLICKHOUSE_CLUSTER === undefined || !process.argv.includes(CONSENT)) {
  process.stderr.write(`Set CLICKHOUSE_URL and CLICKHOUSE_CLUSTER, and pass ${CONSENT}: the databases launchlens, launchlens_vault and
launchlens_pool of that cluster are dropped before the tests and after them.\n`);
  process.exit(2);
}
const { status } = spawnSync('vitest', ['run', '--no-file-parallelism', ...TESTS], {
  cwd: resolve(import.meta.dirname, '../..'),
  stdio: 'inherit',
  env: {
    ...process.env,
    TEST_CLICKHOUSE_URL: CLICKHOUSE_URL,
    TEST_CLICKHOUSE_CLUSTER: CLICKHOUSE_CLUSTER,
    TEST_CLICKHOUSE_REPLICATION: CLICKHOUSE_REPLICATION,
  },
});
process.exit(status ?? 1);
