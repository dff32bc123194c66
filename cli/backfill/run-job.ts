import type { Command } from 'commander';
import { isLaunchlensError, LaunchlensError } from '../../core/kernel/errors/error.ts';
import { holdLease, INDEXER_LEASE, type Lease } from '../../core/olap/lease.ts';
import type { Olap, OlapLane } from '../../core/olap/port.ts';
import { type BackfillJob, jobId } from '../../indexer/backfill/job.ts';
import { createProgress } from '../../indexer/backfill/report.ts';
import { runBackfill } from '../../indexer/backfill/run.ts';
import { type CommandTexts, command, parseSlot } from '../options.ts';
import { openSession, runToEnd, type Session } from '../session.ts';
import { openFacts } from '../stores.ts';
import { openOutput } from './output.ts';

/** A store whose writes go through the job's lease once the job has it. */
export interface JobStore {
  readonly olap: Olap;
  /** From now on, losing the lease ends all writes. */
  guard(lease: Lease): void;
}

/** Only the job knows its name, and it is built over the store: so the lease comes after the job. */
function jobStore(olap: Olap): JobStore {
  let { writer } = olap;
  const lane: OlapLane = {
    query: (statement, row) => writer.query(statement, row),
    stream: (statement, row) => writer.stream(statement, row),
    command: (statement) => writer.command(statement),
    insert: (table, block, signal, fence) => writer.insert(table, block, signal, fence),
  };
  return {
    olap: { ...olap, writer: lane },
    guard: (lease) => {
      writer = lease.guard(olap.writer);
    },
  };
}

export interface BackfillFlags {
  readonly dryRun: boolean;
  readonly json: boolean;
  /** Slots, both included; without a bound, as far as the data goes. */
  readonly fromSlot?: bigint;
  readonly toSlot?: bigint;
}

/** A backfill with the options that all take. */
export function backfill(name: string, texts: CommandTexts): Command {
  return command(name, texts)
    .option('--dry-run', 'count what would be done and write nothing', false)
    .option('--json', 'JSON lines, also on a terminal', false);
}

export function withRange(job: Command, of = ''): Command {
  return job
    .option('--from-slot <slot>', `the first slot${of}`, parseSlot)
    .option('--to-slot <slot>', `the last slot${of}`, parseSlot);
}

/** @throws BACKFILL_RANGE */
function requireRange({ fromSlot, toSlot }: BackfillFlags): void {
  if (fromSlot === undefined || toSlot === undefined || fromSlot <= toSlot) return;
  const detail = `--from-slot ${fromSlot} is after --to-slot ${toSlot}: give the earlier one first.`;
  throw new LaunchlensError('BACKFILL_RANGE', { detail });
}

export interface JobParts {
  readonly session: Session;
  readonly olap: Olap;
}

export interface BackfillCommand<Plan> {
  readonly flags: BackfillFlags;
  /** Refuses wrong options before any store is opened. */
  readonly check?: (session: Session) => void;
  readonly build: (parts: JobParts) => Promise<BackfillJob<Plan>>;
  /** Describes what the job found, for people. */
  readonly describe?: (finding: Readonly<Record<string, unknown>>) => string;
  /** Whether a finished job found a contradiction: the command then exits with 1. */
  readonly failed?: (finding: Readonly<Record<string, unknown>>) => boolean;
}

/** Runs a job with its progress on stdout; an interrupt ends it between chunks and prints how to resume. */
export async function runJob<Plan>(wanted: BackfillCommand<Plan>): Promise<void> {
  const { flags, check, build, describe, failed } = wanted;
  const session = openSession({ quietOnTerminal: true });
  await runToEnd(session, async () => {
    const { clock, logger, shutdown } = session;
    requireRange(flags);
    check?.(session);
    const store = jobStore(await openFacts(session));
    const { olap } = store;
    const job = await build({ session, olap });
    const progress = createProgress();
    const { dryRun } = flags;
    const signal = await exclusively(job, { session, store }, dryRun);
    const output = openOutput({ ...flags, clock, unit: job.unit, progress, ...(describe && { describe }) });
    const running = runBackfill({ job, olap, clock, logger, signal, dryRun, progress });
    // Registered after the store, so that the store closes after the last chunk.
    shutdown.onClose('the backfill', () => running.then(ignore, ignore));
    const report = await running.finally(() => output.stop());
    output.report(report);
    return report.finding && failed?.(report.finding) ? 1 : 0;
  });
}

/** Takes the job's lease; the signal aborts when the job must stop. A dry run needs no lease. */
async function exclusively<Plan>(
  { kind, definition }: BackfillJob<Plan>,
  { session, store }: { readonly session: Session; readonly store: JobStore },
  dryRun: boolean,
): Promise<AbortSignal> {
  const { clock, logger, shutdown } = session;
  if (dryRun) return shutdown.signal;
  const name = `backfill:${jobId(kind, definition)}`;
  const lease = await holdLease({ olap: store.olap, name, clock, logger, shutdown });
  store.guard(lease);
  return AbortSignal.any([shutdown.signal, lease.lost]);
}

function ignore(): void {
  // The command itself reports how the job ended.
}

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
