import { globSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { buildAccountsVerifier, buildVerifier } from './build-verifier.ts';
import { buildWeb } from './build-web.ts';
import { billOfMaterials, dependenciesOf, licenceList } from './dependencies.ts';

const root = resolve(import.meta.dirname, '..');

/** The package `launchlens`: server and command. */
export const SERVER_DIST = resolve(root, 'dist/server');

/** What the command runs, in the same folders as in the repository, so that every path between them stays the same. */
const PARTS = ['schemas', 'core', 'idl', 'fixtures', 'indexer', 'api', 'harness', 'cli'];
const COPIED = ['README.md', 'LICENSE', 'CHANGELOG.md', '.env.example'];

/** Without the Node that npm installs in a checkout: it would be a fifth of the package, and its users have one. */
const isForCheckouts = (name: string): boolean => name.startsWith('node-');

/**
 * Writes the folder of the package. Node runs no TypeScript of an installed package, so its modules are JavaScript.
 * @param pages Writes the pages into a folder
 */
export async function buildServerPackage(dist = SERVER_DIST, pages = buildWeb): Promise<void> {
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  const built = join(dist, 'dist');
  await Promise.all([
    transpile(dist),
    ...COPIED.map((path) => cp(join(root, path), join(dist, path), { recursive: true })),
    buildVerifier(join(built, 'verify-ilo-settlement.mjs')),
    buildAccountsVerifier(join(built, 'verify-anchor-accounts.mjs')),
    pages(join(built, 'web')),
    writeManifests(dist),
  ]);
}

async function transpile(dist: string): Promise<void> {
  const entryPoints = globSync(
    PARTS.map((part) => `${part}/**/*.ts`),
    { cwd: root },
  );
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints,
    outdir: dist,
    outbase: '.',
    format: 'esm',
    platform: 'node',
    target: 'node22',
    charset: 'utf8',
    write: false,
    logLevel: 'warning',
  });
  await Promise.all(
    outputFiles.map(async ({ path, text }) => {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text.replace(/(["'])(\.\.?\/[^"'\n]*)\.ts\1/g, '$1$2.js$1'));
    }),
  );
  const isData = (path: string): boolean => !path.endsWith('.ts');
  for (const part of PARTS) await cp(join(root, part), join(dist, part), { recursive: true, filter: isData });
}

async function writeManifests(dist: string): Promise<void> {
  const source = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const { name, version, description, license, type, engines, bin, dependencies } = source;
  const optional = Object.entries<string>(source.optionalDependencies).filter(
    ([each]) => !isForCheckouts(each),
  );
  const manifest = {
    ...{ name, version, description, license, type, engines, bin, dependencies },
    optionalDependencies: Object.fromEntries(optional),
    scarfSettings: source.scarfSettings,
  };
  const lock: unknown = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const installed = dependenciesOf(lock, isForCheckouts);
  const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
  await writeFile(join(dist, 'package.json'), json(manifest));
  await writeFile(join(dist, 'sbom.cdx.json'), json(billOfMaterials(source, installed)));
  await writeFile(join(dist, 'THIRD-PARTY.md'), licenceList(installed));
}

if (process.argv[1] === import.meta.filename) {
  await buildServerPackage();
  process.stdout.write(`${SERVER_DIST}\n`);
}
