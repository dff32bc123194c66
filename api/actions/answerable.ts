import { type ErrorCode, isLaunchlensError, LaunchlensError } from '../../core/kernel/errors/error.ts';
import { oltpErrors } from '../../core/kernel/errors/oltp.ts';

/**
 * An action's error as sent to a client: unchanged if written for clients, otherwise without its cause, because errors
 * of stores and drivers name hosts, credentials and statements.
 */
export function answerableError(error: unknown): LaunchlensError {
  if (isLaunchlensError(error)) {
    if (error.audience === 'clients') return error;
    // Failures that are not the statement's fault are temporary, or need the operator.
    const passes = Object.hasOwn(oltpErrors, error.code) && error.status !== 500;
    if (passes) return new LaunchlensError('DECISIONS_UNREACHABLE', {}, error);
    return new LaunchlensError(error.retryable ? 'STORE_UNREACHABLE' : 'INTERNAL', {}, error);
  }
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new LaunchlensError('HISTORY_TIMED_OUT', {}, error);
  }
  return new LaunchlensError('INTERNAL', {}, error);
}

/** A refusal of the HTTP framework before a transport, in our codes; undefined for any other error. */
export function requestRefusal(error: unknown, mostBytes: number): LaunchlensError | undefined {
  switch ((error as { readonly statusCode?: unknown }).statusCode) {
    case 400:
      return new LaunchlensError('REQUEST_MALFORMED', {}, error);
    case 408:
      return new LaunchlensError('REQUEST_TIMED_OUT', {}, error);
    case 413:
      return new LaunchlensError('REQUEST_BODY_TOO_LARGE', { bytes: mostBytes }, error);
    default:
      return undefined;
  }
}

/** The code as REST and MCP spell it. */
export function wireCode(code: ErrorCode): string {
  return code.toLowerCase();
}

/** What every error body has. */
export function errorBody({ message: detail, code }: LaunchlensError) {
  return { detail, code: wireCode(code) } as const;
}

/** When to try again after a 503. */
export const RETRY_AFTER_SECONDS = '1';

/** `Retry-After` of a refusal, if waiting helps. */
export function retryAfterOf({ status, context }: LaunchlensError): string | undefined {
  if (status === 503) return RETRY_AFTER_SECONDS;
  return status === 429 && 'seconds' in context ? String(context.seconds) : undefined;
}
