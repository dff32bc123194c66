import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Names the folder in which the pages of one run of tests are built; see `builtPages`. */
export const PAGES_DIRECTORY = 'LAUNCHLENS_TEST_PAGES';

/** Runs once before the files of a project; the processes that run them inherit the environment. */
export async function setup(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'launchlens-pages-'));
  process.env[PAGES_DIRECTORY] = directory;
  return () => rm(directory, { recursive: true, force: true });
}
