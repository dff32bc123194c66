import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../../kernel/process-identity.ts';

/** ClickHouse holds an exclusive kernel lock on this file while it runs, and writes its process id to it. */
const LOCK_FILE = 'status';
const FLOCK = /^\d+: FLOCK +\w+ +WRITE +(\d+) +\w+:\w+:(\d+) /;

/**
 * The other process that holds a directory, or undefined. Only where the kernel publishes its locks (Linux);
 * elsewhere the engine's own attempt decides. This is checked first because the engine prints its refusal to
 * stderr itself.
 */
export async function lockHolder(directory: string): Promise<string | undefined> {
  const locks = await readFile('/proc/locks', 'utf8').catch(() => '');
  const file = await stat(join(directory, LOCK_FILE), { bigint: true }).catch(() => undefined);
  for (const line of file ? locks.split('\n') : []) {
    const [, pid, inode] = FLOCK.exec(line) ?? [];
    if (inode === String(file?.ino) && pid !== undefined && pid !== String(process.pid)) return pid;
  }
  return undefined;
}

/** The process named in the lock file, if it is still running. */
export async function lockWriter(directory: string): Promise<string | undefined> {
  const text = await readFile(join(directory, LOCK_FILE), 'utf8').catch(() => '');
  const pid = /^PID: (\d+)$/m.exec(text)?.[1];
  return pid !== undefined && pid !== String(process.pid) && isAlive(Number(pid)) ? pid : undefined;
}
