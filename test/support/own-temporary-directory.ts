import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

/** The variables that `tmpdir` reads, on every system. */
const VARIABLES = ['TMPDIR', 'TMP', 'TEMP'];
type EndingSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/**
 * Moves the temporary files of this process, and of those that it starts from now on, into a directory of their own.
 * It is removed with everything in it when this process exits.
 */
export function ownTemporaryDirectory(prefix: string): void {
  const path = mkdtempSync(join(tmpdir(), prefix));
  // PostgreSQL does not run as root: its own account must reach its files in here.
  chmodSync(path, 0o711);
  for (const name of VARIABLES) process.env[name] = path;
  // Processes that were just killed may still be writing.
  process.once('exit', () => rmSync(path, { recursive: true, force: true, maxRetries: 9, retryDelay: 100 }));
}

/** Lets signals end this process as an exit does, with everything that is done then. */
export function exitOnSignals(signals: readonly EndingSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP']): void {
  // A launcher such as npm passes on a signal that the whole process group gets: the second one must not cut the exit.
  for (const signal of signals) process.on(signal, () => process.exit(128 + constants.signals[signal]));
}
