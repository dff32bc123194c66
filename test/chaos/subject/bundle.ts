import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Below the packages, so that those which are left out are found from it. */
const DIRECTORY = join(ROOT, 'node_modules/.cache/launchlens-chaos');

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

/**
 * The process under test in one file: it is started hundreds of times, and most of a start is looking for modules.
 * Returns the file.
 */
export async function bundleSubject(): Promise<string> {
  const outfile = join(DIRECTORY, `subject-${process.pid}.mjs`);
  await build({
    absWorkingDir: ROOT,
    entryPoints: [join(import.meta.dirname, 'main.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // What holds native code stays where it is.
    external: ['chdb', '@triton-one/yellowstone-grpc', '@graphql-yoga/render-graphiql'],
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    plugins: [ownPlace],
    logLevel: 'error',
  });
  return outfile;
}
