import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { buildVerifier } from './build-verifier.ts';
import { declareClient } from './client-types.ts';
import { licencesOf } from './licences.ts';

const root = resolve(import.meta.dirname, '..');

/** The package `launchlens-client`, and where package.json expects the library. */
export const CLIENT_DIST = resolve(root, 'dist/client');

/** Bundles the client library, with what it imports, into one file for Node and for web bundlers. @returns its sources */
export async function buildClient(dist = CLIENT_DIST): Promise<readonly string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['client/index.ts'],
    outfile: resolve(dist, 'index.js'),
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2022',
    charset: 'utf8',
    minifyWhitespace: true,
    legalComments: 'eof',
    metafile: true,
    logLevel: 'warning',
  });
  return Object.keys(metafile.inputs);
}

/** The folder of the package: the library with its types, and the verifier. It depends on no other package. */
export async function buildClientPackage(dist = CLIENT_DIST): Promise<void> {
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  const [library, verifier] = await Promise.all([
    buildClient(dist),
    buildVerifier(resolve(dist, 'verify-ilo-settlement.mjs')),
    declareClient(resolve(dist, 'types')),
    cp(resolve(root, 'client/README.md'), resolve(dist, 'README.md')),
    cp(resolve(root, 'LICENSE'), resolve(dist, 'LICENSE')),
    writeFile(resolve(dist, 'package.json'), `${JSON.stringify(await manifest(), null, 2)}\n`),
  ]);
  await writeFile(resolve(dist, 'THIRD-PARTY.txt'), await licencesOf([...library, ...verifier]));
}

async function manifest(): Promise<object> {
  const { version, license, engines } = JSON.parse(await readFile(resolve(root, 'package.json'), 'utf8'));
  return {
    name: 'launchlens-client',
    version,
    description: 'The client library of Launchlens, and the verifier that checks a launch against the chain.',
    license,
    type: 'module',
    engines,
    sideEffects: false,
    bin: { 'verify-ilo-settlement': './verify-ilo-settlement.mjs' },
    exports: {
      '.': { types: './types/index.d.ts', default: './index.js' },
      './package.json': './package.json',
    },
  };
}

if (process.argv[1] === import.meta.filename) {
  const [flag] = process.argv.slice(2);
  const built = resolve(CLIENT_DIST, 'index.js');
  if (flag !== '--if-missing') await buildClientPackage();
  else if (!existsSync(built)) await buildClient();
  else process.exit();
  process.stdout.write(`${built}\n`);
}
