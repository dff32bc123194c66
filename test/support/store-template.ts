import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createLogger } from '../../core/kernel/logger.ts';
import { migrateDecisions } from '../../core/oltp/migrate.ts';
import { createOltp } from '../../core/oltp/open.ts';
import { DECISIONS_TEMPLATE } from './decision-stores.ts';
import { openMigrated, TEMPLATE } from './migrated-store.ts';

const logger = createLogger('silent');

/**
 * Where Node keeps what it has compiled, so that a module is compiled once instead of once a process. It stays between
 * runs, because processes write to it as late as at their end.
 */
const COMPILED = resolve(import.meta.dirname, '../../node_modules/.cache/compiled');

/** Runs once before the files of a project; the processes that run them inherit the environment. */
export async function setup(): Promise<() => Promise<void>> {
  const facts = await emptyDirectory();
  const olap = await openMigrated({ dataDir: facts, logger });
  await olap.close();
  const decisions = await emptyDirectory();
  const oltp = await createOltp({ dataDir: decisions, logger });
  await migrateDecisions(oltp, { logger });
  await oltp.close();
  process.env[TEMPLATE] = facts;
  process.env[DECISIONS_TEMPLATE] = decisions;
  process.env.NODE_COMPILE_CACHE = COMPILED;
  return async () => {
    for (const directory of [facts, decisions]) await rm(directory, { recursive: true, force: true });
  };
}

const emptyDirectory = (): Promise<string> => mkdtemp(join(tmpdir(), 'launchlens-template-'));
