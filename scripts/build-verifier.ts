import { chmodSync, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '..');

export const VERIFIER_FILE = resolve(root, 'dist/verify-ilo-settlement.mjs');

/**
 * Bundles the verifier into one file that runs on Node 20 or newer, and returns its source files. It is not minified, so
 * that a sceptic can read it.
 */
export async function buildVerifier(outfile = VERIFIER_FILE): Promise<readonly string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['verifier/main.ts'],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    charset: 'utf8',
    legalComments: 'inline',
    banner: { js: '#!/usr/bin/env node' },
    metafile: true,
    logLevel: 'warning',
  });
  chmodSync(outfile, 0o755);
  return Object.keys(metafile.inputs);
}

if (process.argv[1] === import.meta.filename) {
  const [flag] = process.argv.slice(2);
  if (flag !== '--if-missing' || !existsSync(VERIFIER_FILE)) {
    await buildVerifier();
    process.stdout.write(`${VERIFIER_FILE}\n`);
  }
}
