import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LaunchlensError } from '../../kernel/errors/error.ts';
import { readHolder, removeHolder, writeHolder } from '../../kernel/holder-file.ts';

const LOCK_FILE = 'postgres.lock';
const HOLDER_FILE = 'postgres-holder.json';
const SQLITE_BUSY = 5;

/**
 * Keeps other processes out of the embedded store, which has no lock of its own: two of them would destroy it. It
 * is a kernel lock on a file next to the store, taken through SQLite, which supports every system; so a process
 * that dies leaves nothing behind. The holder file only names the process.
 * @throws OLTP_DIRECTORY_BUSY, OLTP_DIRECTORY_UNUSABLE
 */
export async function lockDirectory(dataDir: string, directory: string) {
  const { DatabaseSync } = await import('node:sqlite');
  const holderFile = join(dataDir, HOLDER_FILE);
  let database: InstanceType<typeof DatabaseSync> | undefined;
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    database = new DatabaseSync(join(dataDir, LOCK_FILE), { timeout: 0 });
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    await writeHolder(holderFile, Date.now());
  } catch (cause) {
    database?.close();
    if (isBusy(cause)) throw await busy(directory, holderFile);
    throw unusable(directory, cause);
  }
  const held = database;
  return {
    release: async () => {
      // First, because another process may open the store as soon as the lock is released.
      await removeHolder(holderFile);
      held.close();
    },
  };
}

/** A directory that the engine cannot use. */
export function unusable(directory: string, cause: unknown): LaunchlensError {
  const reason = (cause instanceof Error ? cause.message : String(cause)).split('\n').at(-1)?.trim() ?? '';
  return new LaunchlensError('OLTP_DIRECTORY_UNUSABLE', { directory, reason }, cause);
}

async function busy(directory: string, holderFile: string): Promise<LaunchlensError> {
  const holder = await readHolder(holderFile);
  const about = holder && { pid: String(holder.pid), command: holder.command, since: holder.since };
  return new LaunchlensError('OLTP_DIRECTORY_BUSY', { directory, ...about });
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

/** The version of PostgreSQL whose files are in the directory, or undefined if there are none. */
export async function filesVersion(directory: string): Promise<string | undefined> {
  const text = await readFile(join(directory, 'PG_VERSION'), 'utf8').catch(() => undefined);
  return text?.trim();
}
