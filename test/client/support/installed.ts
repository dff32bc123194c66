import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { buildClient, declareClient } from '../../../scripts/build-client.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';

const run = promisify(execFile);

export const ROOT = resolve(import.meta.dirname, '../../..');
/** Of the package's dependencies, all that the library and its types need. */
const DEPENDENCIES = ['p-retry', '@scure/base', '@modelcontextprotocol/sdk', 'zod'];

/** A project that has installed the package as npm packs it, built just now. */
export async function installedProject(): Promise<TemporaryDirectory> {
  const project = await temporaryDirectory();
  const modules = join(project.path, 'node_modules');
  await mkdir(modules);
  await unpack(await packed(), modules);
  for (const name of DEPENDENCIES) {
    const link = join(modules, name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(ROOT, 'node_modules', name), link);
  }
  await writeFile(join(project.path, 'package.json'), '{"type":"module"}');
  return project;
}

/** The package's archive, out of a copy of what package.json says that it holds: the checkout's own build stays as it is. */
async function packed(): Promise<Buffer> {
  await using copy = await temporaryDirectory();
  const { files } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  // npm adds the first three by itself.
  for (const name of [
    'package.json',
    'README.md',
    'LICENSE',
    ...files.filter((file: string) => !file.startsWith('dist/')),
  ]) {
    await cp(join(ROOT, name), join(copy.path, name), { recursive: true });
  }
  const dist = join(copy.path, 'dist');
  await Promise.all([buildClient(dist), declareClient(dist)]);
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--offline'], {
    cwd: copy.path,
  });
  const [{ filename }] = JSON.parse(stdout);
  return readFile(join(copy.path, filename));
}

/** Archives of npm hold one folder, `package`. */
async function unpack(archive: Buffer, modules: string): Promise<void> {
  const unpacking = run('tar', ['-xz', '-C', modules, '--transform', 's/^package/launchlens/']);
  unpacking.child.stdin?.end(archive);
  await unpacking;
}
