import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createLogger } from '../../core/kernel/logger.ts';
import { openMigrated, TEMPLATE } from './migrated-store.ts';

const logger = createLogger('silent');

/**
 * Where Node keeps what it has compiled, so that a module is compiled once instead of once a process. It stays between
 * runs, because processes write to it as late as at their end.
 */
const COMPILED = resolve(import.meta.dirname, '../../node_modules/.cache/compiled');

/** Runs once before the files of a project; the processes that run them inherit the environment. */
export async function setup(): Promise<() => Promise<void>> {
  const facts = await mkdtemp(join(tmpdir(), 'launchlens-template-'));
  const olap = await openMigrated({ dataDir: facts, logger });
  await olap.close();
  process.env[TEMPLATE] = facts;
  process.env.NODE_COMPILE_CACHE = COMPILED;
  return () => rm(facts, { recursive: true, force: true });
}
