import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type OutputFile, type Plugin } from 'esbuild';

const ROOT = resolve(import.meta.dirname, '../..');

/** Files that a module reads lie beside its source, wherever it is bundled to. */
const ownPlace: Plugin = {
  name: 'own place',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const placed = text
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
      return { contents: placed, loader: 'ts' };
    });
  },
};

export interface BundleOptions {
  /** The module that Node is started with. */
  readonly entry: string;
  readonly outdir: string;
  /** Of the file that is started, without `.mjs`. */
  readonly name: string;
  /** Leaves what a module imports only when it needs it in files of its own. */
  readonly splitting: boolean;
}

/** Of bundles: below the packages, so that those which are left out are found from it. */
export const bundlesOf = (use: string): string => join(ROOT, 'node_modules/.cache', use);

/** The files of a program that is started often: most of a start is looking for modules. */
export async function bundled({ entry, outdir, name, splitting }: BundleOptions): Promise<OutputFile[]> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [{ in: entry, out: name }],
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    write: false,
    // What holds native code stays where it is.
    external: [
      'chdb',
      '@electric-sql/pglite',
      '@triton-one/yellowstone-grpc',
      '@graphql-yoga/render-graphiql',
    ],
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    plugins: [ownPlace],
    logLevel: 'error',
  });
  return outputFiles;
}

/** Has `directory` hold just these. Those that it holds already are left alone: a process may be reading them. */
export async function keepJust(directory: string, files: readonly OutputFile[]): Promise<void> {
  await mkdir(directory, { recursive: true });
  const names = files.map(({ path }) => basename(path));
  for (const name of await readdir(directory)) if (!names.includes(name)) await rm(join(directory, name));
  for (const { path, contents } of files) {
    const known = await readFile(path).catch(() => undefined);
    if (known?.equals(contents) !== true) await writeFile(path, contents);
  }
}
