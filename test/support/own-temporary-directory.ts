import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { constants, freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** The variables that `tmpdir` reads, on every system. */
const VARIABLES = ['TMPDIR', 'TMP', 'TEMP'];
type EndingSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/**
 * Moves the temporary files of this process, and of those that it starts from now on, into a directory of their own.
 * It is removed with everything in it when this process exits.
 * @param parent Where it is made
 */
export function ownTemporaryDirectory(prefix: string, parent = tmpdir()): void {
  const path = mkdtempSync(join(parent, prefix));
  // PostgreSQL does not run as root: its own account must reach its files in here.
  chmodSync(path, 0o711);
  for (const name of VARIABLES) process.env[name] = path;
  // Processes that were just killed may still be writing.
  process.once('exit', () => rmSync(path, { recursive: true, force: true, maxRetries: 9, retryDelay: 100 }));
}

/** Linux's file system in memory. */
const MEMORY = '/dev/shm';
/** A run of all tests holds less than 1 GiB at a time. */
const ROOM_BYTES = 4 * 1024 ** 3;

/**
 * Where tests keep their stores: in memory, if there is plenty of it. The engines flush every write, and on a disk that
 * took half of the time of all tests. A `TMPDIR` that somebody has set is kept.
 */
export function parentOfTestStores(): string {
  if (process.env.TMPDIR !== undefined || !existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  const hasRoom = bavail * bsize >= ROOM_BYTES && freemem() >= 2 * ROOM_BYTES;
  return hasRoom && mayRunProgramsIn(MEMORY) ? MEMORY : tmpdir();
}

/** Some systems mount it such that nothing in it can be run, and some tests run what they have built. */
function mayRunProgramsIn(directory: string): boolean {
  const own = mkdtempSync(join(directory, 'launchlens-probe-'));
  try {
    const program = join(own, 'probe');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
    return spawnSync(program).status === 0;
  } finally {
    rmSync(own, { recursive: true });
  }
}

/** Lets signals end this process as an exit does, with everything that is done then. */
export function exitOnSignals(signals: readonly EndingSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP']): void {
  // A launcher such as npm passes on a signal that the whole process group gets: the second one must not cut the exit.
  for (const signal of signals) process.on(signal, () => process.exit(128 + constants.signals[signal]));
}
