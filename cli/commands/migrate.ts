import type { Command } from 'commander';
import { migrate } from '../../core/olap/migrate.ts';
import { migrateDecisions } from '../../core/oltp/migrate.ts';
import { command } from '../options.ts';
import { openSession } from '../session.ts';
import { createDecisions, createFacts } from '../stores.ts';

export function migrateCommand(): Command {
  return command('migrate', { example: 'CLICKHOUSE_URL=http://localhost:8123 launchlens migrate' }).action(
    async () => {
      const session = openSession();
      const { logger } = session;
      const facts = await createFacts(session);
      await migrated(facts, migrate(facts, { logger }));
      const decisions = await createDecisions(session);
      await migrated(decisions, migrateDecisions(decisions, { logger }));
    },
  );
}

interface Migrated {
  readonly applied: readonly number[];
  readonly current: number;
}

/** Says what was applied to a store, and closes it. */
async function migrated(
  store: { describe(): string; close(): Promise<void> },
  migration: Promise<Migrated>,
): Promise<void> {
  try {
    const { applied, current } = await migration;
    const steps = applied.length === 0 ? 'already current' : `applied ${applied.join(', ')}`;
    process.stdout.write(`${store.describe()}: schema ${current}, ${steps}\n`);
  } finally {
    await store.close();
  }
}
