import { isLaunchlensError, LaunchlensError } from '../kernel/errors/error.ts';

/**
 * CANNOT_WRITE_TO_FILE_DESCRIPTOR, CANNOT_OPEN_FILE, CANNOT_CREATE_FILE, NOT_ENOUGH_SPACE: problems of the file
 * system, not the data.
 */
const PLACE_CODES: ReadonlySet<number> = new Set([75, 76, 88, 243, 481]);

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'access is denied',
  EROFS: 'the file system is read-only',
  ENOENT: 'there is no such directory',
};

/** A problem with a file rather than the store; other errors are passed on. */
export function fileFailure(path: string, error: unknown): unknown {
  if (isLaunchlensError(error)) {
    const code = 'clickhouseCode' in error.context ? Number(error.context.clickhouseCode) : 0;
    if (!PLACE_CODES.has(code)) return error;
    return new LaunchlensError(
      'OLAP_FILE_FAILED',
      { path, reason: 'the disk is full or not writable' },
      error,
    );
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = REASONS[code];
  return reason ? new LaunchlensError('OLAP_FILE_FAILED', { path, reason }, error) : error;
}
