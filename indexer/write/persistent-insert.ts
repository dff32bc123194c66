import type { Clock } from '../../core/kernel/clock.ts';
import { isLaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Logger } from '../../core/kernel/logger.ts';
import { backoffDelay } from '../../core/kernel/retries.ts';
import type { ColumnBlock } from '../../core/olap/native/column-block.ts';
import type { OlapLane } from '../../core/olap/port.ts';
import type { EncodedRows } from '../../core/olap/row-binary.ts';
import type { WriterStats } from './writer-stats.ts';

const BACKOFF = { initialMs: 200, maximumMs: 15_000 };

export interface InsertContext {
  readonly lane: Pick<OlapLane, 'insert'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly stats?: Pick<WriterStats, 'retried'>;
  /** Called after each temporary failure. */
  readonly onFailure?: () => void;
  /** Once aborted, the next failure is final. */
  readonly lastTry: AbortSignal;
  /** Once aborted, a running insert is no longer awaited. */
  readonly deadline: AbortSignal;
}

/**
 * Inserts a block, and retries temporary failures. Sending a block twice is harmless: its rows have the same keys
 * and the same revision.
 */
export async function persistentInsert(
  table: string,
  block: ColumnBlock | EncodedRows,
  context: InsertContext,
): Promise<void> {
  await persistently(table, () => context.lane.insert(table, block, context.deadline), context);
}

/** Runs a step that is safe to repeat, and retries temporary failures. */
export async function persistently<Result>(
  table: string,
  run: () => Promise<Result>,
  { clock, logger, stats, onFailure, lastTry }: Omit<InsertContext, 'lane' | 'deadline'>,
): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isLaunchlensError(error) || !error.retryable || lastTry.aborted) throw error;
      const waitMs = backoffDelay(attempt, BACKOFF);
      stats?.retried(table);
      onFailure?.();
      const { code, message: detail } = error;
      logger.warn({ code, detail, table, attempt, waitMs }, 'a write failed, retrying');
      // Shutting down ends the wait and leaves one attempt.
      await clock.sleep(waitMs, lastTry).catch(() => undefined);
    }
  }
}
