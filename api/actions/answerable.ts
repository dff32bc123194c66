import { isLaunchlensError, LaunchlensError } from '../../core/kernel/errors/error.ts';
import { mirrorErrors } from '../../core/kernel/errors/mirror.ts';

/**
 * The error of an action as a client may hear it: one written for readers of the mirror as it is, everything else
 * without a word about its cause, since errors of stores and drivers name hosts, credentials and statements.
 */
export function answerableError(error: unknown): LaunchlensError {
  if (isLaunchlensError(error)) {
    if (Object.hasOwn(mirrorErrors, error.code)) return error;
    return new LaunchlensError(error.retryable ? 'STORE_UNREACHABLE' : 'INTERNAL', {}, error);
  }
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new LaunchlensError('HISTORY_TIMED_OUT', {}, error);
  }
  return new LaunchlensError('INTERNAL', {}, error);
}
