import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { build, type Plugin } from 'vite';
import { exampleReport } from './example-report.ts';

const root = resolve(import.meta.dirname, '..');

/** Where the API expects the pages. */
export const WEB_DIST = resolve(root, 'dist/web');

const PACKED = new Set(['.js', '.css', '.svg', '.json']);

const PREACT = 'preact/compat';
const ALIASES = [
  { find: /^react-dom\/client$/, replacement: `${PREACT}/client` },
  { find: /^react(?:-dom)?$/, replacement: PREACT },
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
];

/**
 * Builds the pages into static files with content hashes in their names. Addresses inside are relative, so that they
 * work below any path. Files are precompressed here, once.
 */
export async function buildWeb(outDir = WEB_DIST): Promise<void> {
  await build({
    configFile: false,
    root: resolve(root, 'web'),
    base: './',
    logLevel: 'warn',
    // Libraries are always built for production.
    mode: 'production',
    plugins: [exampleReportFile()],
    resolve: { alias: ALIASES },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir,
      emptyOutDir: true,
      assetsDir: 'assets',
      // The policy would have to allow a data: address.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      target: 'es2023',
      // The API reference is one file of its authors'.
      chunkSizeWarningLimit: 1_600,
      rolldownOptions: {
        input: ['index.html', 'reference.html'].map((name) => resolve(root, 'web', name)),
        // Libraries mark browser code for servers that render pages; here everything runs in the browser.
        onwarn: (warning, warn) => {
          if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
        },
      },
    },
    oxc: { jsx: { runtime: 'automatic', importSource: 'react', development: false } },
  });
  await packAll(resolve(outDir, 'assets'));
}

const EXAMPLE = 'virtual:example-report';

/** The address of the example report, which is made here and put next to the scripts. */
function exampleReportFile(): Plugin {
  return {
    name: 'example-report',
    resolveId: (id) => (id === EXAMPLE ? `\0${EXAMPLE}` : undefined),
    load(id) {
      if (id !== `\0${EXAMPLE}`) return undefined;
      const file = this.emitFile({ type: 'asset', name: 'example-report.json', source: exampleReport() });
      return `export default import.meta.ROLLUP_FILE_URL_${file};`;
    },
  };
}

async function packAll(directory: string): Promise<void> {
  const names = (await readdir(directory)).filter((name) => PACKED.has(extname(name)));
  await Promise.all(
    names.map(async (name) => {
      const file = resolve(directory, name);
      const bytes = await readFile(file);
      await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
      await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes));
    }),
  );
}

if (process.argv[1] === import.meta.filename) {
  const [flag] = process.argv.slice(2);
  const built = resolve(WEB_DIST, 'index.html');
  if (flag !== '--if-missing' || !existsSync(built)) {
    await buildWeb();
    process.stdout.write(`${built}\n`);
  }
}
