import pRetry from 'p-retry';
import type { Clock } from './clock.ts';
import { isLaunchlensError, type LaunchlensError } from './errors/error.ts';
import type { Logger } from './logger.ts';

export interface BackoffPolicy {
  readonly initialMs: number;
  readonly maximumMs: number;
  /** Injected randomness in [0, 1), so that a seeded run waits the same. */
  readonly random?: () => number;
}

/** Exponential delay before attempt `attempt` (0-based), with full jitter in its upper half. */
export function backoffDelay(
  attempt: number,
  { initialMs, maximumMs, random = Math.random }: BackoffPolicy,
): number {
  const ceiling = Math.min(maximumMs, initialMs * 2 ** Math.min(attempt, 30));
  return Math.round(ceiling / 2 + (ceiling / 2) * random());
}

export interface RetryOptions {
  readonly clock: Clock;
  readonly retries: number;
  readonly signal?: AbortSignal | undefined;
  readonly random?: (() => number) | undefined;
  /** How many milliseconds the other side asked to wait, if the error says so. */
  readonly askedFor?: (error: LaunchlensError) => number;
}

const INITIAL_MS = 250;
const MAXIMUM_MS = 8_000;
/** A longer `Retry-After` is cut short: the process would look stuck. */
const LONGEST_WAIT_MS = 60_000;

/** Retries errors whose code allows it, when the server asks or with growing delays. */
export function withRetries<Result>(
  run: () => Promise<Result>,
  { clock, retries, signal, random, askedFor = () => 0 }: RetryOptions,
): Promise<Result> {
  return pRetry(run, {
    retries,
    minTimeout: 0,
    maxTimeout: 0,
    ...(signal && { signal }),
    shouldRetry: ({ error }) => isLaunchlensError(error) && error.retryable,
    onFailedAttempt: async ({ error, attemptNumber, retriesLeft }) => {
      if (retriesLeft === 0 || !isLaunchlensError(error) || !error.retryable) return;
      const policy: BackoffPolicy = {
        initialMs: INITIAL_MS,
        maximumMs: MAXIMUM_MS,
        ...(random && { random }),
      };
      const backoff = backoffDelay(attemptNumber - 1, policy);
      await clock.sleep(Math.min(Math.max(backoff, askedFor(error)), LONGEST_WAIT_MS), signal);
    },
  });
}

/** Milliseconds of a `Retry-After` header, given as seconds or a date; undefined for anything else. */
export function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^[0-9]{1,9}$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

interface Repetition {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly logger: Logger;
  /** The wait after a successful run, unless the work asks to continue immediately. */
  readonly everyMs: number;
  readonly backoff: BackoffPolicy;
  /** The log message of a failure. */
  readonly saying: string;
  readonly onFailure: () => void;
  readonly signal: AbortSignal;
}

/** The result that asks for an immediate next run. */
export const AT_ONCE = 'at once';
export type Worked = typeof AT_ONCE | undefined;

/**
 * Repeats a piece of work until the signal aborts. A coded failure is logged and retried with growing waits;
 * anything else is a bug and ends the loop.
 */
export async function repeat(work: () => Promise<Worked>, options: Repetition): Promise<void> {
  const { clock, signal, everyMs } = options;
  for (let failures = 0; !signal.aborted; ) {
    let waitMs = everyMs;
    try {
      if ((await work()) === AT_ONCE) waitMs = 0;
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      note(error, options);
      failures += 1;
      waitMs = backoffDelay(failures, options.backoff);
    }
    if (waitMs > 0) await clock.sleep(waitMs, signal).catch(() => undefined);
  }
}

function note(error: unknown, { logger, saying, onFailure }: Repetition): void {
  if (!isLaunchlensError(error)) throw error;
  onFailure();
  logger.warn({ code: error.code, detail: error.message }, saying);
}
