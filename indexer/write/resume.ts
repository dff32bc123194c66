import type { Clock } from '../../core/kernel/clock.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Logger } from '../../core/kernel/logger.ts';
import type { Olap, OlapLane } from '../../core/olap/port.ts';
import { type Checkpoint, checkpointBlock, newestCheckpoint } from '../model/checkpoint.ts';
import { claimIdentity, type IndexIdentity } from '../model/identity.ts';
import { hasUnfinishedImport } from '../model/imports.ts';
import { type IndexTables, LAUNCH_TABLES } from '../model/index-tables.ts';
import type { KnownLaunch } from '../model/known-launch.ts';
import { knownMints } from '../model/known-mints.ts';
import type { RewardAccounts } from '../model/reward-accounts.ts';
import type { WriterStart } from './batch-store.ts';
import { removeAbove, removeAll, removeRows } from './remove-above.ts';
import { growingFlowRange } from './resume/flow-range.ts';
import { knownLaunches } from './resume/known-launches.ts';
import { lastSlots } from './resume/last-slots.ts';
import { coveredTo, greatestRevision } from './resume/progress.ts';
import { followTreasury } from './resume/treasury-period.ts';
import { settleCorrections } from './settle-corrections.ts';

/**
 * Removes what a crash left above the checkpoint. Otherwise a row could outlive its fork or connection if its
 * slot does not come again. Rows at or below the checkpoint's slot stay: they correct known slots, and the next
 * checkpoint makes them count. Ledger rows that the checkpoint does not cover are removed. This also completes an
 * interrupted rollback, because its checkpoint is written before anything is removed.
 */
async function removeLeftovers(
  lane: OlapLane,
  checkpoint: Checkpoint | undefined,
  logger: Logger,
  tables: IndexTables = LAUNCH_TABLES,
): Promise<void> {
  const where = 'revision > {revision:UInt64}';
  const parameters = { revision: checkpoint?.revision ?? 0n };
  for (const table of ['coverage', ...Object.keys(tables.flowLedgers), 'take_backs']) {
    await removeRows(lane, { table, where, parameters }, logger);
  }
  if (checkpoint) await removeAbove(lane, checkpoint.slot, logger, tables);
  else await removeAll(lane, logger, tables);
}

export type { IndexIdentity } from '../model/identity.ts';

/** What a pipeline must know of an index to continue above its checkpoint. */
export interface ResumeState {
  /** What must be followed by key from the first moment. */
  readonly launches: readonly KnownLaunch[];
  /** Accounts that were followed as mints. */
  readonly mints: readonly string[];
  /** From which slot every movement in or out of an escrow is known; undefined in an index without a checkpoint. */
  readonly flowsFrom: bigint | undefined;
  /** The newest indexed slots, ascending. */
  readonly tail: Awaited<ReturnType<typeof lastSlots>>;
}

/** The position of an index that is ready to be written. */
export interface PreparedIndex extends ResumeState {
  readonly start: WriterStart;
}

export interface PrepareOptions {
  readonly olap: Pick<Olap, 'writer'>;
  readonly identity: IndexIdentity;
  /** What is followed besides the program from here on; omitted if nothing is. */
  readonly rewards?: RewardAccounts | undefined;
  /** By default, those of the launches. */
  readonly tables?: IndexTables;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Prepares an index for one writer: checks that it is of the same chain, and removes what a crash left above the
 * checkpoint. Only one process may do this at a time for a store.
 * @throws INDEX_IDENTITY_MISMATCH, IMPORT_UNFINISHED and the errors of the store
 */
export async function prepareIndex({
  olap,
  identity,
  rewards,
  tables = LAUNCH_TABLES,
  clock,
  logger,
}: PrepareOptions): Promise<PreparedIndex> {
  const lane = olap.writer;
  if (await hasUnfinishedImport(lane)) throw new LaunchlensError('IMPORT_UNFINISHED', {});
  await claimIdentity(lane, identity, clock);
  const found = await newestCheckpoint(lane);
  const greatest = await greatestRevision(lane, tables);
  await removeLeftovers(lane, found, logger, tables);
  if (!found) {
    if (tables.kind === 'launches')
      await followTreasury(lane, undefined, { treasury: rewards?.treasury, clock });
    const start = { checkpoint: undefined, lastRevision: greatest, coveredTo: undefined };
    return { start, launches: [], mints: [], flowsFrom: undefined, tail: [] };
  }
  const checkpoint = { ...found, revision: greatest > found.revision ? greatest + 1n : found.revision };
  // Makes leftover corrections count, and keeps the removed rows' revisions from being used again.
  if (checkpoint.revision > found.revision) {
    await lane.insert('checkpoints', checkpointBlock(checkpoint, identity.commitment, clock.now()));
  }
  await settleCorrections(lane, tables);
  return {
    start: { checkpoint, lastRevision: checkpoint.revision, coveredTo: await coveredTo(lane) },
    ...(await resumeState(lane, checkpoint, { programId: identity.programId, rewards, tables, clock })),
  };
}

export interface ResumeOptions extends Pick<PrepareOptions, 'rewards' | 'tables' | 'clock'> {
  readonly programId: string;
}

/** The state at a checkpoint above which nothing is written. @throws the errors of the store */
export async function resumeState(
  lane: OlapLane,
  checkpoint: Checkpoint,
  { programId, rewards, tables = LAUNCH_TABLES, clock }: ResumeOptions,
): Promise<ResumeState> {
  const { flowLedger: ledger } = tables;
  const shared = {
    flowsFrom: ledger === undefined ? undefined : await growingFlowRange(lane, checkpoint, { ledger, clock }),
    tail: await lastSlots(lane, checkpoint),
  };
  if (tables.kind === 'program') return { launches: [], mints: [], ...shared };
  await followTreasury(lane, checkpoint, { treasury: rewards?.treasury, clock });
  return {
    launches: await knownLaunches(lane, checkpoint, programId),
    mints: await knownMints(lane, checkpoint, programId),
    ...shared,
  };
}
