import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '..');

/** Where package.json expects it. */
export const CLIENT_DIST = resolve(root, 'dist');

/**
 * Bundles the client library for Node and for web bundlers. Packages stay imports, and the MCP code is a separate file
 * that is loaded with the first call.
 */
export async function buildClient(dist = CLIENT_DIST): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: ['client/index.ts'],
    outdir: resolve(dist, 'client'),
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'neutral',
    // Without a hash, so that a build replaces the previous one.
    chunkNames: '[name]',
    target: 'es2022',
    charset: 'utf8',
    logLevel: 'warning',
  });
}

/** Writes the declarations of the client library and of the schemas that they derive from. */
export async function declareClient(dist = CLIENT_DIST): Promise<void> {
  const compiler = resolve(root, 'node_modules/.bin/tsc');
  await promisify(execFile)(compiler, ['-p', 'client', '--outDir', resolve(dist, 'types')], { cwd: root });
}

if (process.argv[1] === import.meta.filename) {
  const [flag] = process.argv.slice(2);
  const built = resolve(CLIENT_DIST, 'client/index.js');
  if (flag !== '--if-missing') await declareClient();
  if (flag !== '--if-missing' || !existsSync(built)) {
    await buildClient();
    process.stdout.write(`${built}\n`);
  }
}
