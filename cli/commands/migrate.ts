import { Command } from 'commander';
import type { Settings } from '../../core/kernel/settings/schema.ts';
import { migrate } from '../../core/olap/migrate.ts';
import { createOlap } from '../../core/olap/open.ts';
import { migrateDecisions } from '../../core/oltp/migrate.ts';
import { createOltp } from '../../core/oltp/open.ts';
import { openSession, type Session } from '../session.ts';

export function migrateCommand(): Command {
  return new Command('migrate')
    .addHelpText('after', '\nExample:\n  CLICKHOUSE_URL=http://localhost:8123 launchlens migrate')
    .action(async () => {
      const session = openSession();
      await facts(session.settings, session);
      await decisions(session.settings, session);
    });
}

async function facts(settings: Settings, { logger }: Session): Promise<void> {
  const { CLICKHOUSE_URL: clickhouseUrl, CLICKHOUSE_CLUSTER: cluster, DATA_DIR: dataDir } = settings;
  const olap = await createOlap({ clickhouseUrl, cluster, dataDir, logger });
  try {
    tell(olap, await migrate(olap, { logger, cluster }));
  } finally {
    await olap.close();
  }
}

async function decisions(settings: Settings, { logger }: Session): Promise<void> {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = settings;
  const oltp = await createOltp({ databaseUrl, dataDir, logger });
  try {
    tell(oltp, await migrateDecisions(oltp, { logger }));
  } finally {
    await oltp.close();
  }
}

interface Migrated {
  readonly applied: readonly number[];
  readonly current: number;
}

function tell(store: { describe(): string }, { applied, current }: Migrated): void {
  const steps = applied.length === 0 ? 'already current' : `applied ${applied.join(', ')}`;
  process.stdout.write(`${store.describe()}: schema ${current}, ${steps}\n`);
}
