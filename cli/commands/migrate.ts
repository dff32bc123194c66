import { Command } from 'commander';
import { migrate } from '../../core/olap/migrate.ts';
import { createOlap } from '../../core/olap/open.ts';
import { openSession } from '../session.ts';

export function migrateCommand(): Command {
  return new Command('migrate')
    .addHelpText('after', '\nExample:\n  CLICKHOUSE_URL=http://localhost:8123 launchlens migrate')
    .action(async () => {
      const { settings, logger } = openSession();
      const { CLICKHOUSE_URL: clickhouseUrl, CLICKHOUSE_CLUSTER: cluster, DATA_DIR: dataDir } = settings;
      const olap = await createOlap({ clickhouseUrl, cluster, dataDir, logger });
      try {
        const { applied, current } = await migrate(olap, { logger, cluster });
        const steps = applied.length === 0 ? 'already current' : `applied ${applied.join(', ')}`;
        process.stdout.write(`${olap.describe()}: schema ${current}, ${steps}\n`);
      } finally {
        await olap.close();
      }
    });
}
