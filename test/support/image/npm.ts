// Stands in for npm while an image is built: `npm ci` links the packages of the lock file from this checkout instead of
// downloading them again.
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';

const CHECKOUT = resolve(import.meta.dirname, '../../..');
const lockFile = z.object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) });

const [command, ...flags] = process.argv.slice(2);
const unknown = flags.filter((flag) => flag !== '--omit=dev' && flag !== '--ignore-scripts');
if (command !== 'ci' || unknown.length > 0)
  throw new Error(`npm ${command} ${unknown.join(' ')} is not known here`);

// npm needs both.
readFileSync('package.json');
const { packages } = lockFile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
for (const [path, { dev = false }] of Object.entries(packages)) {
  // Packages of other platforms are in the lock file alone. What is nested comes with its parent.
  const isTopLevel = /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path);
  if (!isTopLevel || (dev && flags.includes('--omit=dev')) || !existsSync(resolve(CHECKOUT, path))) continue;
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(resolve(CHECKOUT, path), path);
}
