import { chmodSync, existsSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { licencesOf } from './licences.ts';

const root = resolve(import.meta.dirname, '..');

export const VERIFIER_FILE = resolve(root, 'dist/verify-ilo-settlement.mjs');
export const ACCOUNTS_VERIFIER_FILE = resolve(root, 'dist/verify-anchor-accounts.mjs');

/** Bundles the verifier of launches, and returns its source files. */
export async function buildVerifier(outfile = VERIFIER_FILE): Promise<readonly string[]> {
  return bundle('verifier/main.ts', outfile);
}

/** Of Anchor, only its coder is bundled; what that needs of two large packages is written here. */
const ALIASES = {
  '@solana/web3.js': './verifier/anchor/public-key.ts',
  buffer: './verifier/anchor/node-buffer.ts',
};

/** Bundles the verifier of any program's accounts, and returns its source files. The licences of what it holds are at its end. */
export async function buildAccountsVerifier(outfile = ACCOUNTS_VERIFIER_FILE): Promise<readonly string[]> {
  const sources = await bundle('verifier/anchor/main.ts', outfile, ALIASES);
  const licences = (await licencesOf(sources)).replaceAll('*/', '* /');
  await appendFile(outfile, `/*\n${licences}*/\n`);
  return sources;
}

/** Writes one file that runs on Node 20 or newer. It is not minified, so that a sceptic can read it. */
async function bundle(
  entry: string,
  outfile: string,
  alias: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    charset: 'utf8',
    legalComments: 'inline',
    banner: { js: '#!/usr/bin/env node' },
    logLevel: 'warning',
    alias,
    metafile: true,
  });
  chmodSync(outfile, 0o755);
  return Object.keys(metafile.inputs);
}

if (process.argv[1] === import.meta.filename) {
  const isForced = !process.argv.includes('--if-missing');
  for (const [file, write] of [
    [VERIFIER_FILE, buildVerifier],
    [ACCOUNTS_VERIFIER_FILE, buildAccountsVerifier],
  ] as const) {
    if (!isForced && existsSync(file)) continue;
    await write();
    process.stdout.write(`${file}\n`);
  }
}
