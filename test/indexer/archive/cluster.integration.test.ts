import { join } from 'node:path';
import pino from 'pino';
import { expect, test } from 'vitest';
import { systemClock } from '../../../core/kernel/clock.ts';
import { migrate } from '../../../core/olap/migrate.ts';
import { createOlap } from '../../../core/olap/open.ts';
import { exportIndex } from '../../../indexer/archive/export.ts';
import { importIndex } from '../../../indexer/archive/import.ts';
import { fillAtRandom } from '../../support/archive/random-store.ts';
import { startCluster } from '../../support/clickhouse-server/cluster.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const logger = pino({ level: 'silent' });
const common = { clock: systemClock, logger, signal: new AbortController().signal };

async function finish<Step, Result>(steps: AsyncGenerator<Step, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = await steps.next();
    if (done) return value;
  }
}

test('an index moves to a cluster and back, and every table keeps its digest', async () => {
  await using directory = await temporaryDirectory();
  await using engines = await startCluster(2);
  const { url: clickhouseUrl, cluster } = engines;
  const one = await createOlap({ dataDir: join(directory.path, 'data'), logger });
  const spread = await createOlap({ clickhouseUrl, cluster, dataDir: '/nonexistent', logger });
  try {
    for (const olap of [one, spread]) await migrate(olap, { logger });
    await fillAtRandom(one, { rows: 300 });
    const exported = (olap: typeof one, name: string) =>
      finish(exportIndex({ ...common, olap, directory: join(directory.path, name) }));

    const before = await exported(one, 'before');
    await finish(
      importIndex({ ...common, olap: spread, configured: {}, directory: join(directory.path, 'before') }),
    );
    const after = await exported(spread, 'after');

    const digests = ({ tables }: typeof before) =>
      tables.map(({ name, rows, digest }) => [name, rows, digest]);
    expect(digests(after)).toEqual(digests(before));
    expect(before.tables.filter(({ rows }) => rows > 0).length).toBeGreaterThan(8);
  } finally {
    await one.close();
    await spread.close();
  }
});
