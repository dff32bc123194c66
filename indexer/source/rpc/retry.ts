import pRetry from 'p-retry';
import { backoffDelay } from '../../../core/kernel/backoff.ts';
import type { Clock } from '../../../core/kernel/clock.ts';
import { isLaunchlensError } from '../../../core/kernel/errors/error.ts';

export interface RetryOptions {
  readonly clock: Clock;
  readonly retries: number;
  readonly signal?: AbortSignal | undefined;
  readonly random?: (() => number) | undefined;
}

const INITIAL_MS = 250;
const MAXIMUM_MS = 8_000;
/** A longer `Retry-After` is not waited for in full: the pipeline would look stuck. */
const LONGEST_WAIT_MS = 60_000;

/** Runs again after the errors whose code allows it, as late as the server asks and else ever later. */
export function withRetries<Result>(
  run: () => Promise<Result>,
  { clock, retries, signal, random }: RetryOptions,
): Promise<Result> {
  return pRetry(run, {
    retries,
    minTimeout: 0,
    maxTimeout: 0,
    ...(signal && { signal }),
    shouldRetry: ({ error }) => isLaunchlensError(error) && error.retryable,
    onFailedAttempt: async ({ error, attemptNumber, retriesLeft }) => {
      if (retriesLeft === 0 || !isLaunchlensError(error) || !error.retryable) return;
      const policy = { initialMs: INITIAL_MS, maximumMs: MAXIMUM_MS, ...(random && { random }) };
      const backoff = backoffDelay(attemptNumber - 1, policy);
      await clock.sleep(Math.min(Math.max(backoff, askedFor(error)), LONGEST_WAIT_MS), signal);
    },
  });
}

function askedFor(error: Error): number {
  return isLaunchlensError(error, 'RPC_RATE_LIMITED') ? (error.context.retryAfterMs ?? 0) : 0;
}
