import type { CompletedSlot, SnapshotState } from '../model/completed-slot.ts';
import { KnownAccounts } from '../model/known-accounts.ts';
import type { SlotBuffer } from '../model/slot-buffer.ts';
import type { SlotBuffers } from '../model/slot-buffers.ts';
import type { AccountView, Transaction } from '../model/source.ts';
import { closeAccounts, withLaunches } from './close-accounts.ts';
import type { DeliveredSlots } from './delivered-slots.ts';
import type { FollowedLaunches } from './followed-launches.ts';
import type { Known, PipelineOptions } from './options.ts';
import { PendingSnapshot, type ReadSnapshot } from './pending-snapshot.ts';
import type { StandingMints } from './standing-mints.ts';
import { noteHead } from './stats.ts';

export interface SlotFlowOptions extends Pick<PipelineOptions, 'writer' | 'decoder' | 'stats' | 'known'> {
  readonly buffers: SlotBuffers;
  readonly delivered: DeliveredSlots;
  readonly launches: FollowedLaunches;
  readonly mints: StandingMints;
}

/** The path of every update and every whole slot of a stream, from decoding to the writer. Outlives the streams. */
export class SlotFlow {
  readonly #options: SlotFlowOptions;
  readonly #known: Known;
  readonly #snapshot = new PendingSnapshot();
  readonly #failure = new AbortController();
  /** Settles when the writer has room for more. */
  #accepted: Promise<void> = Promise.resolve();

  constructor(options: SlotFlowOptions) {
    this.#options = options;
    this.#known = options.known ?? new KnownAccounts();
  }

  /** Aborts, with the error as its reason, if writing is no longer possible. */
  get failure(): AbortSignal {
    return this.#failure.signal;
  }

  /** Ends the flow after an error that cannot be retried. */
  fail(error: unknown): void {
    this.#failure.abort(error);
  }

  /** Whether the index has ever seen a launch, a Pledge or an unreadable account at this address. */
  knows(address: Uint8Array): boolean {
    return this.#everyKnown.find(address) !== undefined;
  }

  get #everyKnown() {
    return withLaunches(this.#known, this.#options.launches.accounts);
  }

  /** Decodes an account update into the rows of its slot, which has not been emitted. */
  account(view: AccountView, into: SlotBuffer): void {
    this.#options.launches.older?.see(view);
    this.decode(view, into);
  }

  decode(view: AccountView, into: SlotBuffer): void {
    this.#options.stats.accountUpdates += 1;
    this.#options.decoder.account(view, into);
  }

  transaction(transaction: Transaction, into: SlotBuffer): void {
    const { decoder } = this.#options;
    decoder.transaction(transaction, into);
    for (const view of decoder.tokenAccounts(transaction)) this.account(view, into);
    into.closures.note(transaction);
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
    this.#close(slot);
    this.#changed(slot);
  }

  lateTransaction(transaction: Transaction): void {
    const { delivered, decoder } = this.#options;
    const slot = delivered.recent.get(transaction.slot);
    if (!slot) return;
    for (const view of decoder.tokenAccounts(transaction)) this.lateAccount(view);
    const moved = decoder.transaction(transaction, slot.buffer);
    const closed = slot.buffer.closures.note(transaction) && this.#close(slot);
    if (!moved && !closed) return;
    slot.buffer.setBlockTime(slot.meta.blockTime);
    this.#changed(slot);
  }

  /** The stream sent the block of a slot: late writes to it, or to slots before it, can be written now. */
  blockArrived(slot: bigint): void {
    for (const changed of this.#options.delivered.recent.blockArrived(slot)) {
      // A slot that waits for a snapshot is written with the content of its buffer by then.
      if (!this.#snapshot.includes(changed)) this.#hand(this.#options.writer.correct(changed));
    }
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

  /** Passes the next whole slot to the writer. */
  deliver(slot: CompletedSlot): void {
    const { stats, buffers, delivered, launches, mints, writer } = this.#options;
    this.#close(slot);
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

  /** Adds the accounts that the slot's transactions closed to its rows; true if there were any new ones. */
  #close({ meta: { slot }, buffer }: CompletedSlot): boolean {
    this.#known.learn(buffer);
    const closed = closeAccounts({ slot, buffer, known: this.#everyKnown });
    this.#options.stats.closures += closed;
    return closed > 0;
  }

  #changed({ meta: { slot } }: CompletedSlot): void {
    const { delivered, stats } = this.#options;
    if (!delivered.isEarlier(slot)) stats.lateWrites += 1;
    delivered.recent.changed(slot);
  }
}
