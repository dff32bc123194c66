import type { Clock } from '../../core/kernel/clock.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Olap } from '../../core/olap/port.ts';
import type { Checkpoint } from '../model/checkpoint.ts';
import type { CompletedSlot, FlowRange, Mending, SnapshotState } from '../model/completed-slot.ts';
import { Batch } from './batch.ts';
import { BatchQueue } from './batch-queue.ts';
import type { BatchRows } from './batch-rows.ts';
import { BatchStore, type BatchStoreOptions } from './batch-store.ts';
import { ChainHeard } from './chain-heard.ts';
import { ReaderLink, type SlotReader } from './reader-link.ts';
import { StreamedLedger } from './streamed-ledger.ts';
import { TransferWatch } from './transfer-watch.ts';
import { LIMITS, type WriterLimits } from './writer-limits.ts';
import { type PendingRows, WriterStats } from './writer-stats.ts';

type StoreOptions = Omit<BatchStoreOptions, 'lane' | 'stats' | 'onFailure' | 'lastTry' | 'deadline'>;

export interface WriterOptions extends StoreOptions {
  readonly olap: Pick<Olap, 'writer'>;
  readonly limits?: Partial<WriterLimits>;
  /** Who in this process answers from what the writer takes. */
  readonly reader?: SlotReader | undefined;
  /** Makes the rows of a batch for the index's own tables; by default, those of the launches. */
  readonly rows?: () => BatchRows;
}

/** The last stage of the pipeline: whole slots in, durable rows and checkpoints out. */
export class Writer {
  readonly stats = new WriterStats();
  readonly #clock: Clock;
  readonly #limits: WriterLimits;
  readonly #heard: ChainHeard;
  readonly #queue: BatchQueue;
  readonly #store: BatchStore;
  readonly #ledger: StreamedLedger;
  readonly #link: ReaderLink;
  readonly #transfers: TransferWatch;
  readonly #closing = new AbortController();
  readonly #deadline = new AbortController();
  readonly #running: Promise<void>;
  /** The last slot taken, durable or not. */
  #head: bigint | undefined;
  #failure: { readonly error: unknown } | undefined;
  #progress = Promise.withResolvers<void>();
  #wake = new AbortController();
  /** Milliseconds at which it wakes by itself. */
  #sleepsUntil = Number.POSITIVE_INFINITY;

  constructor({ olap, limits, rows, reader, ...options }: WriterOptions) {
    const { clock, start, commitment } = options;
    this.#clock = clock;
    const link = new ReaderLink({ reader, clock, commitment, revision: start.lastRevision });
    this.#link = link;
    const flushMs = link.alone ? LIMITS.aloneFlushMs : LIMITS.flushMs;
    const quietFlushMs = link.alone ? LIMITS.quietFlushMs : flushMs;
    this.#limits = { ...LIMITS, flushMs, quietFlushMs, ...limits };
    this.#queue = new BatchQueue(() => new Batch(rows?.(), options.tables));
    this.#ledger = new StreamedLedger(start.coveredTo);
    this.#head = start.checkpoint?.slot;
    this.#heard = new ChainHeard(clock, start.checkpoint);
    this.#transfers = new TransferWatch(start.checkpoint);
    const [lastTry, deadline] = [this.#closing.signal, this.#deadline.signal];
    const { stats } = this;
    this.#store = new BatchStore({
      ...{ ...options, stats, lane: olap.writer, lastTry, deadline },
      onCheckpoint: (checkpoint) => {
        link.unstuck();
        options.onCheckpoint?.(checkpoint);
      },
      onFailure: () => link.stuck(),
    });
    this.#running = this.#run();
  }

  /** The newest durable checkpoint. */
  get checkpoint(): Checkpoint | undefined {
    return this.#store.checkpoint;
  }

  get pending(): PendingRows {
    const { rows, bytes } = this.#queue;
    return { rows, bytes };
  }

  /** More than `pendingRows` rows wait: the next slot should not come before the last promise resolves. */
  get full(): boolean {
    return this.#queue.rows > this.#limits.pendingRows;
  }

  /**
   * Takes the slot after the last one. Its rows are copied before this returns; the promise resolves when the
   * next slot may come, and rejects if the store failed permanently. @throws WRITE_OUT_OF_ORDER, WRITER_CLOSED
   */
  async append(slot: CompletedSlot): Promise<void> {
    const { meta, buffer } = slot;
    this.#requireNext(meta.slot);
    const { open } = this.#queue;
    if (open.rows === 0) {
      open.openedAt = this.#clock.now();
      open.revision = this.#store.reserve();
      this.#wake.abort();
    }
    open.addAccounts(buffer);
    this.#transfers.took(slot);
    open.addSlot(meta);
    open.addCoverage(this.#ledger.reach(meta.slot));
    open.head = meta;
    open.arrivals.push({ slot: meta.slot, receivedAt: buffer.openedAt, wholeAt: this.#clock.now() });
    this.#tell(slot, open);
    this.#head = meta.slot;
    await this.#admitted();
  }

  /** Writes an earlier slot again, because of a late write. */
  async correct(slot: CompletedSlot): Promise<void> {
    this.#requireOpen();
    this.#transfers.took(slot);
    // A separate batch, so that its revision is greater than that of the rows it replaces.
    this.#seal();
    this.#queue.open.corrects = true;
    this.#queue.open.addAccounts(slot.buffer);
    this.#seal();
    await this.#admitted();
  }

  /** Writes the state at one slot, and what was lost before it. */
  async snapshot({ through, buffers, slots, lost, flows, cause }: SnapshotState): Promise<void> {
    this.#requireNext(through.slot);
    this.#seal();
    const { open } = this.#queue;
    for (const buffer of buffers) open.addAccounts(buffer);
    for (const meta of slots) open.addSlot(meta);
    for (const range of flows) open.addFlowRange(range);
    // Emitted slots that died are among the lost ones.
    const head = lost && this.#head !== undefined && lost.from <= this.#head ? lost.from - 1n : this.#head;
    open.addCoverage(this.#ledger.cut(head, through.slot));
    if (lost) open.addCoverage({ ...lost, state: 'lost', source: 'stream', cause });
    open.addCoverage({ from: through.slot, to: through.slot, state: 'snapshot', source: 'rpc', cause });
    open.head = through;
    this.#head = through.slot;
    this.#seal();
    await this.#admitted();
  }

  /** Records slots whose transactions were all seen. */
  flows(ranges: readonly FlowRange[]): void {
    this.#requireOpen();
    this.#seal();
    for (const range of ranges) this.#queue.open.addFlowRange(range);
    this.#seal();
  }

  /** Writes rows and ranges that repair earlier ones; resolves when they count. @throws MENDING_OUTDATED */
  async mend({ buffers, coverage, flows = [], rollbackRevision }: Mending): Promise<void> {
    this.#requireOpen();
    if ((this.#store.checkpoint?.rollbackRevision ?? 0n) !== rollbackRevision) {
      throw new LaunchlensError('MENDING_OUTDATED', {});
    }
    // As for a correction: the revision must be greater than that of the replaced rows.
    this.#seal();
    this.#queue.open.corrects = true;
    for (const buffer of buffers) this.#queue.open.addAccounts(buffer);
    for (const range of coverage) this.#queue.open.addCoverage(range);
    for (const range of flows) this.#queue.open.addFlowRange(range);
    await this.flush();
  }

  /**
   * Removes every slot above `to` from the index, because its fork died; `to` is a slot of the index. Further
   * slots are appended above it. Does nothing if the index does not reach above it.
   */
  async rollBack(to: bigint, cause: string): Promise<void> {
    this.#requireOpen();
    this.#seal();
    const revision = this.#store.reserve();
    this.#link.took(revision);
    this.#queue.add(() => this.#store.rollBack({ to, cause, revision }));
    await this.flush();
    this.#ledger.goBack(to);
    this.#head = this.#store.checkpoint?.slot;
    this.#heard.restart(this.#store.checkpoint);
  }

  /** Records the newest known slot. */
  heard(chainSlot: bigint): void {
    this.#heard.heard(chainSlot);
  }

  /** Reports that the chain has finalized a slot, and with it every one before. */
  finalized(slot: bigint): void {
    this.#heard.finalized(slot);
    this.#wakeIfDue();
  }

  /** Marks what was taken so far; the result says whether all of it is durable and covered by a checkpoint. */
  mark(): () => boolean {
    const count = this.#queue.addedCount + (this.#queue.open.rows > 0 ? 1 : 0);
    return () => this.#queue.isDone(count);
  }

  /** Resolves when everything taken so far is durable and covered by a checkpoint. */
  async flush(): Promise<void> {
    this.#seal();
    const { addedCount } = this.#queue;
    this.#wake.abort();
    await this.#until(() => this.#queue.isDone(addedCount));
  }

  /** Like `flush`, for who only wants to read. @throws MIRROR_NOT_READY while the store takes no rows */
  settle(): Promise<void> {
    return this.#link.unlessStuck(this.flush());
  }

  /** As `settle`, if the rows of this slot were taken already and are not durable. */
  async reach(slot: bigint): Promise<void> {
    const durable = this.#store.checkpoint?.slot ?? -1n;
    if (this.#head !== undefined && durable < slot && slot <= this.#head) await this.settle();
  }

  /** Flushes and closes. Rejects if not everything could be made durable. */
  async close(): Promise<void> {
    if (!this.#closing.signal.aborted) {
      if (this.#head !== undefined) this.#queue.open.addCoverage(this.#ledger.cut(this.#head, this.#head));
      this.#seal();
      this.#closing.abort();
      this.#wake.abort();
      const timer = new AbortController();
      void this.#clock.sleep(this.#limits.closeMs, timer.signal).then(
        () => this.#deadline.abort(new LaunchlensError('WRITER_CLOSED', {})),
        () => undefined,
      );
      await this.#running.finally(() => timer.abort());
    }
    await this.#running;
    this.#throwFailure();
  }

  /** Closes the open batch, whose rows come after those of the batches before it. */
  #seal(): void {
    const { open } = this.#queue;
    if (open.rows > 0) {
      open.revision ??= this.#store.reserve();
      this.#link.took(open.revision);
    }
    this.#queue.seal();
  }

  /** Tells the reader of this process about a slot, or has it written at once so that the reader finds it. */
  #tell(slot: CompletedSlot, { revision = 0n, slotTime }: Batch): void {
    const checkpoint = this.#store.checkpointAt({ slot: slot.meta.slot, revision, slotTime }, this.#heard);
    const told = this.#link.tell(slot, this.#head, checkpoint);
    this.#link.took(revision);
    // A store that takes no rows gets one large batch later.
    if (!told && this.#link.alone && !this.#link.isStuck) this.#seal();
  }

  /** Writes what is due until the writer is closed and empty, or the store failed permanently. */
  async #run(): Promise<void> {
    try {
      for (;;) {
        await this.#due();
        if (this.#ripensMs() === 0) this.#seal();
        const step = this.#queue.take(this.#clock.now());
        if (step instanceof Batch) await this.#store.write(step, this.#heard);
        else if (step) await step();
        else if (this.#closing.signal.aborted) return;
        else if (this.#heartbeatMs() === 0) await this.#store.heartbeat(this.#heard);
        this.#queue.done();
        this.#advance();
      }
    } catch (error) {
      this.#failure = { error };
      this.#advance();
    }
  }

  async #due(): Promise<void> {
    while (!this.#queue.hasNext && !this.#closing.signal.aborted) {
      const waitMs = Math.min(this.#heartbeatMs(), this.#ripensMs());
      if (waitMs === 0) return;
      this.#wake = new AbortController();
      this.#sleepsUntil = this.#clock.now() + waitMs;
      await this.#clock.sleep(waitMs, this.#wake.signal).catch(() => undefined);
    }
  }

  /** Time until the open batch is written. */
  #ripensMs(): number {
    const { quietRows, flushMs, quietFlushMs } = this.#limits;
    const { open } = this.#queue;
    const quiet = open.rows < quietRows && !this.#transfers.isDue(this.#store.checkpoint, this.#heard);
    const limits = { ...this.#limits, flushMs: quiet ? quietFlushMs : flushMs };
    return this.#queue.ripensMs(limits, this.#clock.now());
  }

  /** Time until the checkpoint is renewed without new slots. */
  #heartbeatMs(): number {
    // The rows of an open batch have their revision, and checkpoints are written in the order of theirs.
    if (this.#queue.open.rows > 0) return Number.POSITIVE_INFINITY;
    return this.#heard.beatMs(this.#store, this.#limits);
  }

  async #admitted(): Promise<void> {
    this.#wakeIfDue();
    // A paused stream continues once half of the room is free, so that it does not stutter.
    const { pendingRows } = this.#limits;
    const most = this.full ? pendingRows / 2 : pendingRows;
    await this.#until(() => this.#queue.rows <= most);
  }

  /** What changed may be due before the running sleep ends. */
  #wakeIfDue(): void {
    const dueAt = this.#queue.hasNext ? 0 : this.#clock.now() + this.#ripensMs();
    if (dueAt < this.#sleepsUntil) this.#wake.abort();
  }

  async #until(reached: () => boolean): Promise<void> {
    while (!reached() && !this.#failure) await this.#progress.promise;
    this.#throwFailure();
  }

  #advance(): void {
    this.#progress.resolve();
    this.#progress = Promise.withResolvers<void>();
  }

  #requireNext(slot: bigint): void {
    this.#requireOpen();
    if (this.#head !== undefined && slot <= this.#head) {
      throw new LaunchlensError('WRITE_OUT_OF_ORDER', { slot, head: this.#head });
    }
  }

  #requireOpen(): void {
    this.#throwFailure();
    if (this.#closing.signal.aborted) throw new LaunchlensError('WRITER_CLOSED', {});
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.error;
  }
}
