// Stands in for npm while an image is built: `npm ci` links the packages of the lock file instead of downloading them.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { linkModules } from '../linked-modules.ts';

const [command, ...flags] = process.argv.slice(2);
const unknown = flags.filter((flag) => flag !== '--omit=dev' && flag !== '--ignore-scripts');
if (command !== 'ci' || unknown.length > 0)
  throw new Error(`npm ${command} ${unknown.join(' ')} is not known here`);
// npm needs both files.
readFileSync('package.json');
linkModules('.', resolve('package-lock.json'), { withDev: !flags.includes('--omit=dev') });
