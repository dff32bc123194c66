import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../core/kernel/logger.ts';
import { openMigrated, TEMPLATE } from './migrated-store.ts';

const logger = createLogger('silent');

/** Runs once before the files of a project; the processes that run them inherit the environment. */
export async function setup(): Promise<() => Promise<void>> {
  const facts = await mkdtemp(join(tmpdir(), 'launchlens-template-'));
  const olap = await openMigrated({ dataDir: facts, logger });
  await olap.close();
  process.env[TEMPLATE] = facts;
  return () => rm(facts, { recursive: true, force: true });
}
