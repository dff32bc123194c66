import { readFileSync } from 'node:fs';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';

/** @throws HARNESS_FILE_UNREADABLE */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new LaunchlensError('HARNESS_FILE_UNREADABLE', { path, reason: systemReason(cause) }, cause);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or directory',
  EACCES: 'permission is denied',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of its path is no directory',
  ELOOP: 'links lead round in a circle',
  ENAMETOOLONG: 'the name is too long',
  EEXIST: 'an unfinished file of an earlier run is in the way',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
};

/** Descriptions of system errors. */
export function systemReason(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return (code !== undefined && REASONS[code]) || (code ?? String(error));
}

/** JSON from a file; `fail` creates the error. */
export function parseJson(text: string, fail: (detail: string) => never): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return fail('it is not JSON');
  }
}
