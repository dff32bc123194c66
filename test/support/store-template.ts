import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../core/kernel/logger.ts';
import { openMigrated, TEMPLATE } from './migrated-store.ts';

/** Runs once before the files of a project; the processes that run them inherit the environment. */
export async function setup(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'launchlens-template-'));
  const olap = await openMigrated({ dataDir, logger: createLogger('silent') });
  await olap.close();
  process.env[TEMPLATE] = dataDir;
  return () => rm(dataDir, { recursive: true, force: true });
}
