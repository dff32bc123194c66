import pRetry from 'p-retry';
import { ClientError } from '../errors/client-error.ts';
import { TimeoutError, UnreachableError } from '../errors/failures.ts';
import { RateLimitedError, UnavailableError } from '../errors/refusals.ts';
import type { Wait } from './wait.ts';

/** If the wait is longer than this, the caller gets the error instead. */
const LONGEST_WAIT_SECONDS = 30;
const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 5_000;

export interface RetryOptions {
  /** Attempts after the first. */
  readonly retries: number;
  /** Whether the request may be sent again although it may have been executed. */
  readonly repeatable: boolean;
  readonly wait: Wait;
  readonly signal: AbortSignal | undefined;
}

/** Retries, with growing delays, requests that may succeed later and are safe to repeat. */
export function retrying<Result>(attempt: () => Promise<Result>, options: RetryOptions): Promise<Result> {
  const { retries, repeatable, wait, signal } = options;
  return pRetry(attempt, {
    retries,
    // The delays are awaited below, where tests control time.
    minTimeout: 0,
    maxTimeout: 0,
    shouldRetry: ({ error }) => isTransient(error, repeatable),
    onFailedAttempt: async ({ error, attemptNumber, retriesLeft }) => {
      if (retriesLeft > 0 && isTransient(error, repeatable))
        await wait(delayOf(error, attemptNumber), signal);
    },
    ...(signal && { signal }),
  });
}

/** A rate-limited request was not executed, whatever it was. */
function isTransient(error: unknown, repeatable: boolean): boolean {
  if (error instanceof RateLimitedError) return (error.retryAfter ?? 0) <= LONGEST_WAIT_SECONDS;
  if (!repeatable || !(error instanceof ClientError)) return false;
  if (error instanceof UnavailableError) return (error.retryAfter ?? 0) <= LONGEST_WAIT_SECONDS;
  return error instanceof UnreachableError || error instanceof TimeoutError;
}

/**
 * What the server asked for, otherwise twice the previous delay, plus up to half, so that clients do not return
 * together.
 */
function delayOf(error: unknown, attempt: number): number {
  const asked =
    error instanceof RateLimitedError || error instanceof UnavailableError ? error.retryAfter : undefined;
  const least = asked === undefined ? FIRST_DELAY_MS * 2 ** (attempt - 1) : asked * 1_000;
  return Math.min(least, asked === undefined ? LONGEST_DELAY_MS : least) * (1 + Math.random() / 2);
}
