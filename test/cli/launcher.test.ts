import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const LAUNCHER = resolve(import.meta.dirname, '../../cli/launchlens.mjs');

test('the launcher keeps what Node compiles beside the installed modules, for the next start', async () => {
  await using installed = await temporaryDirectory();
  const program = join(installed.path, 'cli/launchlens.mjs');
  await mkdir(join(installed.path, 'cli'));
  await copyFile(LAUNCHER, program);
  await writeFile(join(installed.path, 'cli/main.js'), 'export const started = process.argv.length;');
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  await promisify(execFile)(process.execPath, [program], { env });
  const kept = await readdir(join(installed.path, 'node_modules/.cache/compiled'), { recursive: true });
  expect(kept.length).toBeGreaterThan(1);
});
