import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';

const CHECKOUT = resolve(import.meta.dirname, '../..');
const lockFile = z.object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) });

/** Links this checkout's modules into a folder, as `npm ci` would install them from a lock file. */
export function linkModules(into: string, lock: string, { withDev }: { readonly withDev: boolean }): void {
  const { packages } = lockFile.parse(JSON.parse(readFileSync(lock, 'utf8')));
  for (const [path, { dev = false }] of Object.entries(packages)) {
    // Packages of other platforms are in the lock file alone. What is nested comes with its parent.
    const isTopLevel = /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path);
    if (!isTopLevel || (dev && !withDev) || !existsSync(join(CHECKOUT, path))) continue;
    mkdirSync(dirname(join(into, path)), { recursive: true });
    symlinkSync(join(CHECKOUT, path), join(into, path));
  }
}
