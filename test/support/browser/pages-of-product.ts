import { cp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { WEB_DIST } from '../../../scripts/build-web.ts';
import { builtPages } from './built-pages.ts';

/**
 * Has `launchlens up` serve the pages as they are now, as `npm run build` does. Nothing is taken away from one that runs
 * already: files carry the hash of what they are, and the document that names them comes last, at once.
 */
export async function installPages(): Promise<void> {
  const built = await builtPages();
  await cp(join(built, 'assets'), join(WEB_DIST, 'assets'), { recursive: true });
  const coming = join(WEB_DIST, `index.html.${process.pid}`);
  await cp(join(built, 'index.html'), coming);
  await rename(coming, join(WEB_DIST, 'index.html'));
}
