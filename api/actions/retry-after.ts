import type { LaunchlensError } from '../../core/kernel/errors/error.ts';

/** When to try again after a 503. */
export const RETRY_AFTER_SECONDS = '1';

/** `Retry-After` of a refusal, if waiting helps. */
export function retryAfterOf({ status, context }: LaunchlensError): string | undefined {
  if (status === 503) return RETRY_AFTER_SECONDS;
  return status === 429 && 'seconds' in context ? String(context.seconds) : undefined;
}
