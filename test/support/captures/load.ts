import { systemClock } from '../../../core/kernel/clock.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import type { Olap } from '../../../core/olap/port.ts';
import type { BackfillReport } from '../../../indexer/backfill/report.ts';
import { captureJob } from '../../../indexer/jobs/capture/job.ts';
import { openCaptures } from '../../../indexer/jobs/capture/portions.ts';
import { U64_MAX } from '../../../schemas/u64.ts';
import { type JobRun, runJob } from '../backfills.ts';

export interface LoadOptions extends JobRun {
  readonly files: readonly string[];
  readonly from?: bigint;
  readonly to?: bigint;
  readonly allowTruncated?: boolean;
  /** False where an indexer runs beside it. */
  readonly extendable?: boolean;
}

/** Loads captures into a store, as `launchlens backfill capture` does. */
export async function loadCaptures(olap: Olap, options: LoadOptions): Promise<BackfillReport> {
  const { files, from = 0n, to = U64_MAX, allowTruncated = false, extendable = true, ...run } = options;
  const signal = run.signal ?? new AbortController().signal;
  const captures = await openCaptures({ files, allowTruncated, signal });
  const logger = createLogger('silent');
  const wanted = { from, to };
  return runJob(olap, captureJob({ captures, olap, extendable, wanted, clock: systemClock, logger }), run);
}
