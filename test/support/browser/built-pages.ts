import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildWeb } from '../../../scripts/build-web.ts';
import { waitFor } from '../wait-for.ts';
import { PAGES_DIRECTORY } from './pages-directory.ts';

/** The pages as they are now, built by the first test of a run that asks; the others wait for it. */
export async function builtPages(): Promise<string> {
  const home = process.env[PAGES_DIRECTORY];
  if (home === undefined) throw new Error('pages are built in the project e2e alone');
  const directory = join(home, 'pages');
  const done = join(home, 'done');
  if (await takes(join(home, 'building'))) {
    await buildWeb(directory);
    await writeFile(done, '');
  }
  await waitFor(() => existsSync(done), { what: 'the pages to be built' });
  return directory;
}

/** Whether this process is the first: a folder can be made once. */
async function takes(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
