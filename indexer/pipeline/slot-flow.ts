import type { CompletedSlot, SnapshotState } from '../model/completed-slot.ts';
import { KnownAccounts } from '../model/known-accounts.ts';
import type { SlotBuffer } from '../model/slot-buffer.ts';
import type { SlotBuffers } from '../model/slot-buffers.ts';
import { type AccountView, LAMPORTS_AT, type Transaction } from '../model/source.ts';
import type { DeliveredSlots } from './delivered-slots.ts';
import type { FollowedLaunches } from './followed-launches.ts';
import { KnownOfIndex } from './known-of-index.ts';
import type { PipelineOptions } from './options.ts';
import { PendingSnapshot, type ReadSnapshot } from './pending-snapshot.ts';
import { SlotCloser } from './slot-closer.ts';
import type { StandingMints } from './standing-mints.ts';
import { noteHead } from './stats.ts';

export interface SlotFlowOptions
  extends Pick<PipelineOptions, 'writer' | 'decoder' | 'stats' | 'known' | 'clock' | 'logger'> {
  readonly buffers: SlotBuffers;
  readonly delivered: DeliveredSlots;
  readonly launches: FollowedLaunches;
  readonly mints: StandingMints;
}

/** The path of every update and every whole slot of a stream, from decoding to the writer. Outlives the streams. */
export class SlotFlow {
  readonly #options: SlotFlowOptions;
  readonly #known: KnownOfIndex;
  readonly #closer: SlotCloser;
  readonly #snapshot = new PendingSnapshot();
  readonly #failure = new AbortController();
  /** Settles when the writer has room for more. */
  #accepted: Promise<void> = Promise.resolve();

  constructor(options: SlotFlowOptions) {
    this.#options = options;
    const { clock, logger, stats, launches } = options;
    this.#known = new KnownOfIndex({
      ...(options.known ?? { make: () => new KnownAccounts() }),
      ...{ clock, logger, stats: stats.lookups },
      onFailure: (error) => this.fail(error),
    });
    this.#closer = new SlotCloser({ known: this.#known, launches, stats });
  }

  /** Aborts, with the error as its reason, if writing is no longer possible. */
  get failure(): AbortSignal {
    return this.#failure.signal;
  }

  /** Ends the flow after an error that cannot be retried. */
  fail(error: unknown): void {
    this.#failure.abort(error);
  }

  /** Whether the index has ever seen an account, for these addresses. @throws the errors of the store */
  seen(addresses: readonly Uint8Array[], signal: AbortSignal): Promise<(address: Uint8Array) => boolean> {
    return this.#known.seen(addresses, signal);
  }

  /** Ends with the streams: looks nothing up any more. */
  close(): Promise<void> {
    return this.#known.close();
  }

  /** Decodes an account update into the rows of its slot, which has not been emitted. */
  account(view: AccountView, into: SlotBuffer): void {
    this.#options.launches.older?.see(view);
    this.decode(view, into);
  }

  decode(view: AccountView, into: SlotBuffer): void {
    this.#options.stats.accountUpdates += 1;
    const outcome = this.#options.decoder.account(view, into);
    if (outcome === 'ended' || outcome === 'undecodable') this.#foreseeEnd(view);
  }

  transaction(transaction: Transaction, into: SlotBuffer): void {
    const { decoder } = this.#options;
    decoder.transaction(transaction, into);
    for (const view of decoder.tokenAccounts(transaction)) this.account(view, into);
    if (into.closures.note(transaction)) this.#closer.foresee(transaction.emptied ?? []);
  }

  /**
   * Takes an update of an emitted slot: usually a replay, sometimes a late write. Only a late write is newer than
   * the kept rows.
   */
  lateAccount(view: AccountView): void {
    const { delivered, decoder } = this.#options;
    const slot = delivered.recent.get(view.numbers.readBigUInt64LE(0));
    if (!slot) return;
    const outcome = decoder.account(view, slot.buffer);
    if (outcome === 'stale' || outcome === 'not_ours') return;
    this.#late(slot, outcome !== 'ended');
  }

  lateTransaction(transaction: Transaction): void {
    const { delivered, decoder } = this.#options;
    const slot = delivered.recent.get(transaction.slot);
    if (!slot) return;
    for (const view of decoder.tokenAccounts(transaction)) this.lateAccount(view);
    const moved = decoder.transaction(transaction, slot.buffer);
    const noted = slot.buffer.closures.note(transaction);
    if (!moved && !noted) return;
    slot.buffer.setBlockTime(slot.meta.blockTime);
    this.#late(slot, moved);
  }

  /** The stream sent the block of a slot: late writes to it, or to slots before it, can be written now. */
  blockArrived(slot: bigint): void {
    this.#correct(this.#options.delivered.recent.blockArrived(slot));
  }

  /** The newest slot seen on the stream. */
  heard(newest: bigint): void {
    const { stats, writer, delivered } = this.#options;
    if (newest < 0n) return;
    noteHead(stats, newest);
    writer.heard(newest);
    if (delivered.finalized !== undefined) writer.finalized?.(delivered.finalized);
  }

  /** Whether a whole slot may be emitted: not before every account of its launches is followed. */
  admits(slot: CompletedSlot): boolean {
    return this.#options.launches.admits(slot);
  }

  /**
   * What a whole slot waits for before it may be emitted: until it is known what ended in it, and in earlier slots by late
   * writes, so that none of those is forgotten uncorrected. Undefined if it need not wait.
   */
  answers(slot: CompletedSlot): Promise<void> | undefined {
    return this.#closeLate() ?? this.#closer.answers(slot);
  }

  /** Passes the next whole slot to the writer. */
  deliver(slot: CompletedSlot): void {
    const { stats, buffers, delivered, launches, mints, writer } = this.#options;
    this.#closer.close(slot);
    slot.buffer.setBlockTime(slot.meta.blockTime);
    launches.settled();
    stats.pledgeVersions += slot.buffer.pledges.rows;
    stats.quarantined += slot.buffer.quarantine.rows;
    delivered.add(slot);
    if (this.#snapshot.exists) {
      // Its rows are read later, when it may no longer be among the recent slots.
      buffers.keep(slot.buffer);
      this.#write(this.#snapshot.add(slot));
    } else this.#hand(writer.append(slot));
    mints.delivered(slot);
    // What a snapshot or a late write showed is not with the writer yet.
    const mark = this.#snapshot.exists || !delivered.recent.settled ? undefined : writer.mark?.bind(writer);
    if (mark) this.#known.rotate(mark);
  }

  /** True while a snapshot waits for the stream; nothing from it on has been written. */
  get snapshotPending(): boolean {
    return this.#snapshot.exists;
  }

  /** Passes a snapshot to the writer, once the stream has reached the slot of its last read. */
  snapshot(snapshot: ReadSnapshot): void {
    this.learn(snapshot.buffer);
    this.#options.launches.settled();
    this.#options.mints.covered(snapshot.buffer);
    this.#write(this.#snapshot.begin(snapshot));
  }

  /** Drops a waiting snapshot and the slots after it; true if there was one. */
  abandonSnapshot(): boolean {
    return this.#snapshot.abandon();
  }

  /** Follows the accounts of rows that no stream has shown. */
  learn(buffer: SlotBuffer): void {
    this.#known.learn(buffer);
  }

  /** Backpressure: while the writer is full, resolves once it has room again; otherwise undefined. */
  get room(): Promise<void> | undefined {
    return this.#options.writer.full ? this.#accepted : undefined;
  }

  #write(state: SnapshotState | undefined): void {
    if (state) this.#hand(this.#options.writer.snapshot(state));
  }

  /** The writer has already copied the rows; its promise says when it has room for more. */
  #hand(accepted: Promise<void>): void {
    this.#accepted = accepted.catch((error: unknown) => this.fail(error));
  }

  #foreseeEnd({ bytes, pubkeyAt, numbers }: AccountView): void {
    if (numbers.readBigUInt64LE(LAMPORTS_AT) > 0n) return;
    this.#closer.foresee([bytes.subarray(pubkeyAt, pubkeyAt + 32)]);
  }

  /** Closes what a late write ended, at once or when it is known what that was. */
  #late(slot: CompletedSlot, written: boolean): void {
    const answers = this.#closer.answers(slot);
    const closed = !answers && this.#closer.close(slot);
    if (written || closed) this.#changed(slot);
    if (!answers) return;
    this.#options.delivered.recent.wait(slot.meta.slot);
    this.#closeLateAfter(answers);
  }

  #closeLateAfter(answers: Promise<void>): void {
    void answers.then(() => {
      const more = this.#closeLate();
      if (more) this.#closeLateAfter(more);
    });
  }

  /** Closes what late writes ended, as far as it is known what that was. The rest waits for the result. */
  #closeLate(): Promise<void> | undefined {
    const { recent } = this.#options.delivered;
    let waits: Promise<void> | undefined;
    for (const slot of recent.waiting) {
      const answers = this.#closer.answers(slot);
      waits ??= answers;
      if (!answers) this.#correct(recent.answered(slot.meta.slot, this.#closer.close(slot)));
    }
    return waits;
  }

  #correct(slots: readonly CompletedSlot[]): void {
    for (const slot of slots) {
      // A slot that waits for a snapshot is written with the content of its buffer by then.
      if (!this.#snapshot.includes(slot)) this.#hand(this.#options.writer.correct(slot));
    }
  }

  #changed({ meta: { slot } }: CompletedSlot): void {
    const { delivered, stats } = this.#options;
    if (!delivered.isEarlier(slot)) stats.lateWrites += 1;
    delivered.recent.changed(slot);
  }
}
