import type { Clock } from './clock.ts';
import { isLaunchlensError } from './errors/error.ts';
import type { Logger } from './logger.ts';
import { type BackoffPolicy, backoffDelay } from './retries.ts';

export interface Repetition {
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
