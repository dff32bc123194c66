import { z } from 'zod';
import { holdLease } from '../../core/olap/lease.ts';
import { jobId } from '../../indexer/backfill/job.ts';
import { createProgress } from '../../indexer/backfill/report.ts';
import { runBackfill } from '../../indexer/backfill/run.ts';
import { openRewardFiles } from '../../indexer/jobs/rewards/files.ts';
import { rewardsJob } from '../../indexer/jobs/rewards/job.ts';
import { Pacer } from '../backfill/pace.ts';
import { progressLine, reportLine } from '../backfill/report-text.ts';
import { type JsonValue, operatorGiven } from '../operator/protocol.ts';
import type { RewardParts } from './parts.ts';

export const loadInput = z.strictObject({
  by: operatorGiven,
  /** Absolute paths: the other process has another working directory. */
  files: z.array(z.string().startsWith('/')).min(1),
  dry_run: z.boolean(),
});

const LINES_MS = 500;

/** Loads files of reward events in the process that holds the store: progress line by line, then the report. */
export async function* load(
  { session, olap, ledger }: RewardParts,
  { by, files, dry_run: dryRun }: z.output<typeof loadInput>,
  signal: AbortSignal,
): AsyncGenerator<JsonValue> {
  const { clock, logger } = session;
  const job = rewardsJob({ ledger, by, clock, files: await openRewardFiles(files, signal) });
  const name = `backfill:${jobId(job.kind, job.definition)}`;
  const shutdown = { signal, onClose: () => undefined };
  const lease = dryRun ? undefined : await holdLease({ olap, name, clock, logger, shutdown });
  const until = lease ? AbortSignal.any([signal, lease.lost]) : signal;
  try {
    const progress = createProgress();
    const pacer = new Pacer();
    const running = runBackfill({ job, olap, clock, logger, signal: until, dryRun, progress });
    running.catch(() => undefined);
    while ((await Promise.race([running, clock.sleep(LINES_MS).then(() => 'again' as const)])) === 'again') {
      yield progressLine(progress, pacer.sample(clock.now(), progress.read, progress.expected)) as JsonValue;
    }
    yield reportLine(await running) as JsonValue;
  } finally {
    await lease?.release();
  }
}
