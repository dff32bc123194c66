import type { Clock } from '../../core/kernel/clock.ts';
import type { Logger } from '../../core/kernel/logger.ts';
import type { Olap } from '../../core/olap/port.ts';
import type { WriterStart } from './batch-store.ts';
import { claimIdentity, type IndexIdentity } from './resume/identity.ts';
import { type KnownLaunch, knownLaunches } from './resume/known-launches.ts';
import { removeLeftovers } from './resume/leftovers.ts';
import { coveredTo, greatestRevision, newestCheckpoint } from './resume/progress.ts';

export type { IndexIdentity } from './resume/identity.ts';
export type { KnownLaunch } from './resume/known-launches.ts';

/** Where an index stands, ready to be written on. */
export interface PreparedIndex {
  readonly start: WriterStart;
  /** What must be followed by key from the first moment. */
  readonly launches: readonly KnownLaunch[];
}

export interface PrepareOptions {
  readonly olap: Pick<Olap, 'writer'>;
  readonly identity: IndexIdentity;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Makes an index ready for one writer: checks that it is of the same chain, and removes what a crash left above
 * the checkpoint. Only one process may do this at a time for a store.
 * @throws INDEX_IDENTITY_MISMATCH and the errors of the store
 */
export async function prepareIndex({
  olap,
  identity,
  clock,
  logger,
}: PrepareOptions): Promise<PreparedIndex> {
  const lane = olap.writer;
  await claimIdentity(lane, identity, clock);
  const checkpoint = await newestCheckpoint(lane);
  // Before the removal, so that no revision is used twice.
  const lastRevision = await greatestRevision(lane);
  await removeLeftovers(lane, checkpoint, logger);
  return {
    start: { checkpoint, lastRevision, coveredTo: await coveredTo(lane) },
    launches: checkpoint ? await knownLaunches(lane, checkpoint, identity.programId) : [],
  };
}
