import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundled, bundlesOf } from '../../support/bundle.ts';

/** The process under test in one file: it is started hundreds of times. Returns the file. */
export async function bundleSubject(): Promise<string> {
  const outdir = bundlesOf('launchlens-chaos');
  const name = `subject-${process.pid}`;
  const files = await bundled({
    entry: join(import.meta.dirname, 'main.ts'),
    outdir,
    name,
    splitting: false,
  });
  await mkdir(outdir, { recursive: true });
  for (const { path, contents } of files) await writeFile(path, contents);
  return join(outdir, `${name}.mjs`);
}
