import { backoffDelay } from '../../core/kernel/backoff.ts';
import type { Clock } from '../../core/kernel/clock.ts';
import { isLaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Logger } from '../../core/kernel/logger.ts';
import type { ColumnBlock } from '../../core/olap/native/column-block.ts';
import type { OlapLane } from '../../core/olap/port.ts';

const BACKOFF = { initialMs: 200, maximumMs: 15_000 };

export interface InsertContext {
  readonly lane: Pick<OlapLane, 'insert'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Once aborted, the next failure is final. */
  readonly lastTry: AbortSignal;
  /** Once aborted, a running insert is not waited for any more. */
  readonly deadline: AbortSignal;
}

/**
 * Inserts a block, and again for as long as the failure is a passing one. Sending a block twice is harmless: its
 * rows have the same keys and the same revision.
 */
export async function persistentInsert(
  table: string,
  block: ColumnBlock,
  { lane, clock, logger, lastTry, deadline }: InsertContext,
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await lane.insert(table, block, deadline);
      return;
    } catch (error) {
      if (!isLaunchlensError(error) || !error.retryable || lastTry.aborted) throw error;
      const waitMs = backoffDelay(attempt, BACKOFF);
      logger.warn({ code: error.code, table, attempt, waitMs }, 'a write failed and is tried again');
      // The end of the program cuts the wait short and leaves one try.
      await clock.sleep(waitMs, lastTry).catch(() => undefined);
    }
  }
}
