import { isLaunchlensError } from '../../core/kernel/errors/error.ts';
import { holdLease, INDEXER_LEASE } from '../../core/olap/lease.ts';
import type { OlapLane } from '../../core/olap/port.ts';
import type { BackfillFlags, JobParts } from './run-job.ts';

/** The lease to write the index; undefined when a running indexer holds it. */
export async function holdIndex(
  { olap, session: { clock, logger, shutdown } }: JobParts,
  { dryRun }: BackfillFlags,
): Promise<OlapLane | undefined> {
  if (dryRun) return olap.writer;
  try {
    const lease = await holdLease({ olap, name: INDEXER_LEASE, clock, logger, shutdown });
    return lease.guard(olap.writer);
  } catch (error) {
    if (isLaunchlensError(error, 'STORE_HELD')) return undefined;
    throw error;
  }
}
