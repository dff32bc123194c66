import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

/** What `tmpdir` asks on the systems there are. */
const VARIABLES = ['TMPDIR', 'TMP', 'TEMP'];
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

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

/** Lets a signal end this process as an exit does, with everything that is done then. */
export function exitOnSignals(): void {
  for (const signal of SIGNALS) process.once(signal, () => process.exit(128 + constants.signals[signal]));
}
