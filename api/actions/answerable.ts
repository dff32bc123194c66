import { isLaunchlensError, LaunchlensError } from '../../core/kernel/errors/error.ts';

/**
 * The error that a client may hear of, at every door: one that was meant for it as it is, everything else without
 * a word about its cause, since driver and engine errors carry addresses, credentials and statements.
 */
export function answerableError(error: unknown): LaunchlensError {
  if (isLaunchlensError(error)) {
    if (error.status < 500 || error.status === 503) return error;
    return new LaunchlensError(error.retryable ? 'STORE_UNREACHABLE' : 'INTERNAL', {}, error);
  }
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new LaunchlensError('HISTORY_TIMED_OUT', {}, error);
  }
  return new LaunchlensError('INTERNAL', {}, error);
}
