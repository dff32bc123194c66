import type { Clock } from '../../core/kernel/clock.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Logger } from '../../core/kernel/logger.ts';
import type { Olap } from '../../core/olap/port.ts';
import {
  add,
  type BackfillJob,
  type ChunkOutcome,
  type ChunkSequence,
  type Counts,
  type Gap,
  jobId,
  NOTHING,
  type RunView,
  toJson,
} from './job.ts';
import { ChunkLedger } from './ledger.ts';
import type { BackfillReport, Progress } from './report.ts';
import { sideBySide } from './side-by-side.ts';

export interface BackfillOptions<Plan> {
  readonly job: BackfillJob<Plan>;
  readonly olap: Pick<Olap, 'writer'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Counts what would be done and writes nothing, not even a record. */
  readonly dryRun: boolean;
  /** Kept up to date while the job runs. */
  readonly progress: Progress;
}

/**
 * Runs a job to its end, or resumes an interrupted run.
 * @throws BACKFILL_INTERRUPTED once the signal aborts, and whatever a chunk fails with
 */
export async function runBackfill<Plan>(options: BackfillOptions<Plan>): Promise<BackfillReport> {
  const { job, clock, signal, logger } = options;
  const startedAt = clock.now();
  const run = new BackfillRun(options);
  try {
    const finding = await run.complete();
    const seconds = (clock.now() - startedAt) / 1000;
    logger.info({ job: job.kind, seconds, ...run.counts }, 'backfill finished');
    return { ...run.report(), seconds, ...(finding && { finding }) };
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new LaunchlensError('BACKFILL_INTERRUPTED', { kind: job.kind, chunks: run.chunks }, error);
  }
}

class BackfillRun<Plan> {
  readonly #options: BackfillOptions<Plan>;
  readonly #ledger: ChunkLedger;
  readonly #id: string;
  readonly #stop = new AbortController();
  readonly #gaps: Gap[] = [];
  #number = 1;
  #resumed = 0;
  counts: Counts = NOTHING;
  chunks = 0;

  constructor(options: BackfillOptions<Plan>) {
    this.#options = options;
    const { kind, definition } = options.job;
    this.#id = jobId(kind, definition);
    this.#ledger = new ChunkLedger(options.olap.writer, { id: this.#id, kind }, options.clock);
  }

  async complete() {
    const { job, signal, dryRun, progress } = this.#options;
    const { plan, done } = await this.#open();
    const stopping = AbortSignal.any([signal, this.#stop.signal]);
    const view: RunView = {
      signal: stopping,
      dryRun,
      expect: (count) => {
        progress.expected = (progress.expected ?? 0) + count;
      },
    };
    const abort = (): void => this.#stop.abort(signal.reason);
    signal.addEventListener('abort', abort);
    try {
      signal.throwIfAborted();
      await sideBySide(job.sequences(plan, view), { limit: job.concurrency, stop: this.#stop }, (sequence) =>
        this.#follow(sequence, done, stopping),
      );
      signal.throwIfAborted();
      const finding = await job.finish?.(plan, view);
      if (!dryRun) await this.#ledger.finish(this.#number, toJson(plan));
      return finding;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  report(): Omit<BackfillReport, 'seconds'> {
    const { job, dryRun } = this.#options;
    const { kind, unit } = job;
    const resumed = this.#resumed;
    return {
      job: this.#id,
      kind,
      unit,
      run: this.#number,
      resumed,
      dryRun,
      ...this.counts,
      gaps: this.#gaps,
    };
  }

  /** A dry run starts over and leaves no trace. */
  async #open(): Promise<{ plan: Plan; done: ReadonlyMap<string, ChunkOutcome> }> {
    const { job, signal, dryRun } = this.#options;
    const newest = await this.#ledger.newestRun(signal);
    if (newest && !newest.finished && !dryRun) {
      this.#number = newest.run;
      return { plan: job.plan.parse(JSON.parse(newest.plan)), done: newest.done };
    }
    const plan = await job.prepare(signal);
    this.#number = (newest?.run ?? 0) + 1;
    if (!dryRun) await this.#ledger.begin(this.#number, toJson(plan));
    return { plan, done: new Map() };
  }

  async #follow(
    sequence: ChunkSequence,
    done: ReadonlyMap<string, ChunkOutcome>,
    signal: AbortSignal,
  ): Promise<void> {
    const { dryRun, progress } = this.#options;
    try {
      for (let next = await sequence.next(); !next.done; ) {
        signal.throwIfAborted();
        const chunk = next.value;
        const known = done.get(chunk.key);
        let advanced = 0;
        const advance = (count: number): void => {
          advanced += count;
          progress.read += count;
        };
        const outcome = known ?? (await chunk.run({ signal, dryRun, advance }));
        if (known) this.#resumed += 1;
        else if (!dryRun) await this.#ledger.chunkDone(this.#number, chunk.key, outcome);
        this.#add(outcome, advanced);
        next = await sequence.next(outcome);
      }
    } finally {
      await sequence.return();
    }
  }

  #add(outcome: ChunkOutcome, advanced: number): void {
    const { progress } = this.#options;
    this.counts = add(this.counts, outcome);
    this.#gaps.push(...(outcome.gaps ?? []));
    this.chunks += 1;
    progress.read += outcome.read - advanced;
    progress.written = this.counts.written;
    progress.unchanged = this.counts.unchanged;
    progress.quarantined = this.counts.quarantined;
  }
}
