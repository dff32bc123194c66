import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { buildClientPackage } from '../../../scripts/build-client.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';

const run = promisify(execFile);

export const ROOT = resolve(import.meta.dirname, '../../..');

/** A project that has installed the client as npm packs it, built just now, and nothing else. */
export async function installedProject(): Promise<TemporaryDirectory> {
  const project = await temporaryDirectory();
  await writeFile(join(project.path, 'package.json'), '{"type":"module"}');
  await using built = await temporaryDirectory();
  await buildClientPackage(join(built.path, 'client'));
  const archive = await packed(join(built.path, 'client'), built.path);
  await run('npm', ['install', '--offline', archive], { cwd: project.path });
  return project;
}

/**
 * Copies an example of the documentation into a project, as its first lines say: it imports the client by the name of the
 * package. `@scure/base` is what an example may have installed beside it.
 */
export async function copyExample(name: string, project: string): Promise<void> {
  const text = await readFile(join(ROOT, 'docs/examples', name), 'utf8');
  await writeFile(join(project, name), text.replace("'launchlens/client'", "'launchlens-client'"));
  await mkdir(join(project, 'node_modules/@scure'), { recursive: true });
  await symlink(join(ROOT, 'node_modules/@scure/base'), join(project, 'node_modules/@scure/base'));
}

/** The archive that npm makes of the folder of a package. */
export async function packed(folder: string, destination: string): Promise<string> {
  await mkdir(destination, { recursive: true });
  const flags = ['--json', '--offline', '--pack-destination', destination];
  const { stdout } = await run('npm', ['pack', ...flags], { cwd: folder });
  const [{ filename }] = JSON.parse(stdout);
  return join(destination, filename);
}
