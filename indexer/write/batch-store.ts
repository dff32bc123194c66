import type { Commitment } from '../../core/kernel/settings/schema.ts';
import type { OlapLane } from '../../core/olap/port.ts';
import { type Checkpoint, checkpointBlock } from '../model/checkpoint.ts';
import type { IndexTables } from '../model/index-tables.ts';
import type { Batch } from './batch.ts';
import { inBatchSpan } from './batch-span.ts';
import type { Heard } from './chain-heard.ts';
import { type InsertContext, persistentInsert, persistently } from './persistent-insert.ts';
import { type RollbackOrder, rollBack } from './roll-back.ts';
import { settleCorrections } from './settle-corrections.ts';
import type { WriterStats } from './writer-stats.ts';

/** Where an earlier run stopped (see `prepareIndex`). */
export interface WriterStart {
  readonly checkpoint: Checkpoint | undefined;
  /** Greatest revision ever used; every later one is greater. */
  readonly lastRevision: bigint;
  /** Last slot of the coverage ledger. */
  readonly coveredTo: bigint | undefined;
}

export interface BatchStoreOptions extends InsertContext {
  readonly lane: OlapLane;
  readonly commitment: Commitment;
  /** Left out, it is what it was. */
  readonly tokensByTransactions?: boolean;
  readonly stats?: WriterStats;
  readonly start: WriterStart;
  /** By default, those of the launches. */
  readonly tables?: IndexTables;
  /** Called after each checkpoint is durable. */
  readonly onCheckpoint?: (checkpoint: Checkpoint) => void;
}

/** What a slot adds to a checkpoint. */
interface NextSlot extends Pick<Checkpoint, 'slot' | 'revision'> {
  /** Unix seconds of the newest block since the last checkpoint that has a time. */
  readonly slotTime: bigint | undefined;
}

/** After this long, every reader has a checkpoint that includes the correction. */
const SETTLE_MS = 60_000;

/**
 * Makes batches durable, one after another. Crash safety rests on three rules. The checkpoint of a batch is
 * written after all its rows, so it never covers missing rows. Batches do not overlap, so checkpoints come in
 * slot order, except for a rollback, whose checkpoint comes before its removals. A row's identity is (account,
 * slot) and its revision is greater than any used before, so what a crash left half written is either removed at
 * the next start or replaced when the slot comes again.
 */
export class BatchStore {
  readonly #options: BatchStoreOptions;
  #revision: bigint;
  #checkpoint: Checkpoint | undefined;
  /** Milliseconds at which the last checkpoint was written. */
  #committedAt: number;
  /** When the last correction was written whose replaced rows still exist. */
  #correctedAt: number | undefined;

  constructor(options: BatchStoreOptions) {
    this.#options = options;
    this.#revision = options.start.lastRevision;
    this.#checkpoint = options.start.checkpoint;
    this.#committedAt = options.clock.now();
  }

  /** The newest durable checkpoint. */
  get checkpoint(): Checkpoint | undefined {
    return this.#checkpoint;
  }

  get committedAt(): number {
    return this.#committedAt;
  }

  write(batch: Batch, heard: Heard): Promise<void> {
    return inBatchSpan(batch.arrivals, () => this.#write(batch, heard));
  }

  /** A revision for rows that are written after all those that have one. */
  reserve(): bigint {
    this.#revision += 1n;
    return this.#revision;
  }

  async #write(batch: Batch, heard: Heard): Promise<void> {
    const { clock, logger, stats } = this.#options;
    const takenAt = clock.now();
    batch.revision ??= this.reserve();
    for (const [table, block] of batch.seal(batch.revision, BigInt(takenAt))) {
      if (block.rows > 0) await persistentInsert(table, block, this.#options);
    }
    const slot = batch.head?.slot ?? this.#checkpoint?.slot;
    if (slot === undefined) return;
    const insertedAt = clock.now();
    await this.#commit(
      this.checkpointAt({ slot, revision: batch.revision, slotTime: batch.slotTime }, heard),
    );
    const checkpointAt = clock.now();
    if (batch.corrects) this.#correctedAt = checkpointAt;
    const ms = checkpointAt - takenAt;
    stats?.answerable(batch.arrivals, { takenAt, insertedAt, checkpointAt });
    stats?.wrote(batch.rows, ms);
    logger.debug({ rows: batch.rows, slot: Number(slot), ms }, 'wrote a batch');
    await this.#settle();
  }

  async #settle(): Promise<void> {
    const { clock, lane, tables } = this.#options;
    if (this.#correctedAt === undefined || clock.now() - this.#correctedAt < SETTLE_MS) return;
    this.#correctedAt = undefined;
    await persistently('pledge_versions', () => settleCorrections(lane, tables), this.#options);
  }

  /** The checkpoint at a slot whose rows follow those of the newest one. */
  checkpointAt({ slot, revision, slotTime }: NextSlot, heard: Heard): Checkpoint {
    const before = this.#checkpoint;
    return {
      slot,
      revision,
      chainSlot: later(heard.chainSlot, slot),
      slotTime: slotTime ?? before?.slotTime,
      rollbackRevision: before?.rollbackRevision ?? 0n,
      finalizedSlot: this.#finalized(heard, slot),
      tokensByTransactions: this.#options.tokensByTransactions ?? before?.tokensByTransactions ?? false,
    };
  }

  /** Renews the checkpoint with the chain's current slot when no slot was emitted. */
  async heartbeat(heard: Heard): Promise<void> {
    if (!this.#checkpoint) return;
    const { slot, chainSlot } = this.#checkpoint;
    await this.#commit({
      ...this.#checkpoint,
      revision: this.reserve(),
      chainSlot: later(heard.chainSlot, chainSlot),
      finalizedSlot: this.#finalized(heard, slot),
    });
  }

  /** Finality is permanent, and a checkpoint never refers to slots above its own. */
  #finalized({ finalizedSlot }: Heard, slot: bigint): bigint {
    const reached = finalizedSlot < slot ? finalizedSlot : slot;
    return later(reached, this.#checkpoint?.finalizedSlot ?? 0n);
  }

  /** Rolls back to `to`, an earlier slot of the index; does nothing if the index does not reach above it. */
  async rollBack(order: Pick<RollbackOrder, 'to' | 'cause' | 'revision'>): Promise<void> {
    const before = this.#checkpoint;
    if (!before || order.to >= before.slot) return;
    const commit = (checkpoint: Checkpoint): Promise<void> => this.#commit(checkpoint);
    await rollBack({ before, ...order }, { ...this.#options, commit });
  }

  async #commit(checkpoint: Checkpoint): Promise<void> {
    const { clock, commitment, onCheckpoint } = this.#options;
    const now = clock.now();
    await persistentInsert('checkpoints', checkpointBlock(checkpoint, commitment, now), this.#options);
    this.#checkpoint = checkpoint;
    this.#committedAt = now;
    onCheckpoint?.(checkpoint);
  }
}

function later(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
