import { type BackoffPolicy, backoffDelay } from './backoff.ts';
import type { Clock } from './clock.ts';
import { isLaunchlensError } from './errors/error.ts';
import type { Logger } from './logger.ts';

export interface Repetition {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly logger: Logger;
  /** Wait after a piece of work that went well, unless it asks to go on at once. */
  readonly everyMs: number;
  readonly backoff: BackoffPolicy;
  /** What is logged of a failure. */
  readonly saying: string;
  readonly onFailure: () => void;
  readonly signal: AbortSignal;
}

/** What a piece of work answers where more of it waits. */
export const AT_ONCE = 'at once';
export type Worked = typeof AT_ONCE | undefined;

/**
 * Does a piece of work again and again until the signal aborts. A coded failure is logged and tried again after a
 * growing wait; anything else is a defect and ends it.
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
