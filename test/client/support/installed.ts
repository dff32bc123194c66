import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { buildClient } from '../../../scripts/build-client.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';

export const ROOT = resolve(import.meta.dirname, '../../..');
/** Of the package's dependencies, all that the library and its types need. */
const DEPENDENCIES = ['p-retry', '@scure/base', '@modelcontextprotocol/sdk', 'zod'];

/** Where the built package of a project lies. */
export function distOf({ path }: TemporaryDirectory): string {
  return join(path, 'node_modules/launchlens/dist');
}

/** A project that has installed Launchlens, built just now. */
export async function installedProject(): Promise<TemporaryDirectory> {
  const project = await temporaryDirectory();
  await buildClient(distOf(project));
  await copyFile(join(ROOT, 'package.json'), join(dirname(distOf(project)), 'package.json'));
  for (const name of DEPENDENCIES) {
    const link = join(project.path, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(ROOT, 'node_modules', name), link);
  }
  await writeFile(join(project.path, 'package.json'), '{"type":"module"}');
  return project;
}
