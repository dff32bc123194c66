import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { hasEnded, type ProcessIdentity, thisProcess } from '../../core/kernel/process-identity.ts';

const WRITER = 'exporting.json';

/**
 * Creates the directory where an export is written until it is complete, next to the requested one. Removes what a
 * killed export left.
 * @throws EXPORT_TARGET
 */
export async function openTarget(directory: string) {
  const path = resolve(directory);
  const partial = `${path}.partial`;
  if (await exists(path)) throw refused(path, 'it exists already');
  await removeLeft(partial);
  try {
    await mkdir(partial);
    await writeFile(join(partial, WRITER), `${JSON.stringify(thisProcess())}\n`);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    throw refused(path, code === 'ENOENT' ? `${dirname(path)} does not exist` : `${code ?? cause}`, cause);
  }
  return {
    partial,
    /** Renames it: from here on it is an export. */
    finish: async () => {
      await rm(join(partial, WRITER));
      await sync(partial);
      // A directory created in the meantime is not replaced unless it is empty.
      await rename(partial, path).catch((cause: unknown) => {
        throw refused(path, 'it was made by somebody else meanwhile', cause);
      });
      await sync(dirname(path));
    },
    /** Removes what was written; a failed export leaves nothing behind. */
    discard: () => rm(partial, { recursive: true, force: true }),
  };
}

async function removeLeft(partial: string): Promise<void> {
  if (!(await exists(partial))) return;
  const text = await readFile(join(partial, WRITER), 'utf8').catch(() => undefined);
  const writer = text === undefined ? undefined : parse(text);
  // Without the file, the export is complete except for its name, or nothing of ours was written yet; either way
  // it starts over.
  if (writer && hasEnded(writer) !== true) {
    const who = `process ${writer.pid} on ${writer.host}`;
    throw refused(partial, `${who} is writing there; remove it if that process has ended`);
  }
  await rm(partial, { recursive: true });
}

function parse(text: string): ProcessIdentity | undefined {
  try {
    const { host, machine, pid, started, command } = JSON.parse(text);
    return { host, machine, pid, started, command };
  } catch {
    return undefined;
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** A directory's entries are durable once the directory is synced. */
async function sync(directory: string): Promise<void> {
  const handle = await open(directory);
  await handle.sync().finally(() => handle.close());
}

function refused(path: string, reason: string, cause?: unknown): LaunchlensError {
  return new LaunchlensError('EXPORT_TARGET', { path, reason }, cause);
}
