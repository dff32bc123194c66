import { pubkeyFromBytes } from '../../core/kernel/pubkey.ts';
import type { CurrentAccount } from '../model/account-states.ts';
import type { CompletedSlot, SnapshotState } from '../model/completed-slot.ts';
import type { BlockMeta } from '../model/source.ts';
import type { ResumePoint } from '../pipeline/delivered-slots.ts';
import { ByteWriter } from '../source/capture/byte-writer.ts';
import type { CaptureEnd } from '../source/capture/header.ts';
import { writeSlot, writeSnapshotOpening } from '../source/capture/write-record.ts';
import type { CaptureFile } from './capture-file.ts';
import { LaunchesSeen } from './launches-seen.ts';
import type { RawSlot } from './raw-slot.ts';
import type { RecordingDecoder } from './recording-decoder.ts';
import { newestStates, writeState } from './snapshot-records.ts';

/** Uncompressed size of the records in a frame. */
const FRAME_BYTES = 1024 * 1024;
/** On a quiet chain, a frame is written after this many slots, about 25 s. */
const FRAME_SLOTS = 64;
/**
 * Slots kept before they are written: late writes can still change them, and a confirmed slot that dies does so
 * before it is finalized, 32 slots later.
 */
const HELD_SLOTS = 40;
/** Slots that may wait for the disk before the stream pauses. */
const WAITING_SLOTS = 64;

export interface RecorderLimits {
  /** Whole slots after which the recording ends. */
  readonly slots?: number | undefined;
  /** File size after which it ends. */
  readonly bytes?: number | undefined;
}

export interface RecorderOptions {
  readonly file: CaptureFile;
  readonly decoder: RecordingDecoder;
  /** The escrow program. */
  readonly program: Uint8Array;
  readonly limits: RecorderLimits;
  /** Called once a limit is reached; later slots are not recorded. */
  readonly onLimit: (end: CaptureEnd) => void;
}

export interface RecorderStats {
  /** The last slot accepted, whether written or kept. */
  slot: bigint | undefined;
  chainSlot: bigint | undefined;
  slots: number;
  accounts: number;
  snapshotAccounts: number;
  transactions: number;
  gaps: number;
  bytes: number;
}

interface HeldSlot {
  readonly meta: BlockMeta;
  readonly raw: RawSlot;
}

/** Writes the pipeline's output to a capture: a snapshot, then whole slots, and another snapshot after a gap. */
export class Recorder {
  readonly stats: RecorderStats = {
    slot: undefined,
    chainSlot: undefined,
    slots: 0,
    accounts: 0,
    snapshotAccounts: 0,
    transactions: 0,
    gaps: 0,
    bytes: 0,
  };
  readonly #options: RecorderOptions;
  readonly #segments: { first: bigint; last: bigint }[] = [];
  readonly #records = new ByteWriter(FRAME_BYTES);
  readonly #frame = { first: 0n, last: 0n, slots: 0, records: 0 };
  readonly #launches: LaunchesSeen;
  #held: HeldSlot[] = [];
  #ended: CaptureEnd | undefined;
  /** The file is written in the order of the calls. */
  #written: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#launches = new LaunchesSeen(pubkeyFromBytes(options.program));
  }

  get segments(): number {
    return this.#segments.length;
  }

  heard(chainSlot: bigint): void {
    this.stats.chainSlot = chainSlot;
  }

  /** True while many slots wait for the disk. */
  get full(): boolean {
    return this.#waiting > WAITING_SLOTS;
  }

  append({ meta, buffer }: CompletedSlot): Promise<void> {
    const raw = this.#options.decoder.rawOf(buffer);
    this.#launches.see(buffer, meta.slot);
    return this.#inOrder(async () => {
      if (this.#ended) return;
      this.#held.push({ meta, raw });
      this.#took(meta.slot);
      while (this.#held.length > HELD_SLOTS) await this.#writeOldest();
      this.#endAtLimit();
    });
  }

  /** A late write has already reached the raw slot, which is kept longer than late writes take. */
  async correct(_slot: CompletedSlot): Promise<void> {}

  snapshot(state: SnapshotState): Promise<void> {
    const { decoder, program } = this.#options;
    for (const buffer of state.buffers) this.#launches.see(buffer, state.through.slot);
    const parts = state.buffers.map((buffer) => ({ buffer, raw: decoder.rawOf(buffer) }));
    const states = newestStates(parts, program);
    return this.#inOrder(() => this.#writeSnapshot(state, states));
  }

  /**
   * Removes slots of a dead fork from the recording, as far as they are unwritten, and returns the new position.
   * Slots that are already in the file stay; the footer says that they do not count, and the recording ends.
   */
  rollBack(to: bigint): Promise<ResumePoint | undefined> {
    return this.#inOrder(async () => {
      this.stats.slot = to;
      if (this.#drop(to)) return { head: to, launches: this.#launches.upTo(to) };
      this.#ended = 'taken_back';
      this.#options.onLimit('taken_back');
      return undefined;
    });
  }

  /** Compares each snapshot with nothing: a capture has no index, so its snapshots are always complete. */
  async currentAccounts(): Promise<Map<string, CurrentAccount>> {
    return new Map();
  }

  /** Writes the kept slots and the footer. Returns the digest, or undefined if nothing was recorded. */
  async finish(end: CaptureEnd, endedAt: Date): Promise<string | undefined> {
    const { file } = this.#options;
    await this.#written;
    if (this.#segments.length === 0) {
      await file.discard();
      return undefined;
    }
    await this.#writeHeld();
    const { slots, accounts, snapshotAccounts, transactions } = this.stats;
    const sha256 = await file.finish({
      ended: this.#ended ?? end,
      ended_at: endedAt.toISOString(),
      segments: this.#segments,
      slots,
      accounts,
      snapshot_accounts: snapshotAccounts,
      transactions,
    });
    this.stats.bytes = file.bytes;
    return sha256;
  }

  async #writeSnapshot(
    { through, lost, cause }: SnapshotState,
    states: ReturnType<typeof newestStates>,
  ): Promise<void> {
    if (this.#ended) return;
    if (lost) this.#drop(lost.from - 1n);
    await this.#writeHeld();
    const accounts = BigInt(states.length);
    this.#begin(through.slot);
    writeSnapshotOpening(this.#records, { meta: through, lost, cause, accounts });
    this.#frame.records = 1;
    for (const state of states) {
      writeState(this.#records, state);
      this.#frame.records += 1;
      if (this.#records.length < FRAME_BYTES) continue;
      await this.#writeFrame('snapshot');
      this.#begin(through.slot);
    }
    if (this.#frame.records > 0) await this.#writeFrame('snapshot');
    if (this.#segments.length > 0) this.stats.gaps += 1;
    this.#segments.push({ first: through.slot, last: through.slot });
    this.stats.snapshotAccounts += states.length;
    this.#took(through.slot);
    this.#endAtLimit();
  }

  #inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#waiting += 1;
    const done = this.#written.then(work).finally(() => {
      this.#waiting -= 1;
    });
    this.#written = done;
    return done;
  }

  /** Drops the slots above `to`; false if some of them are written. */
  #drop(to: bigint): boolean {
    const kept = this.#held.filter(({ meta }) => meta.slot <= to);
    this.stats.slots -= this.#held.length - kept.length;
    this.#held = kept;
    const segment = this.#segments.at(-1);
    if (!segment || segment.last <= to) return true;
    segment.last = to;
    return false;
  }

  #took(slot: bigint): void {
    this.stats.slot = slot;
    this.stats.slots += 1;
  }

  #endAtLimit(): void {
    const { limits, file, onLimit } = this.#options;
    if (limits.slots !== undefined && this.stats.slots >= limits.slots) this.#ended = 'slots';
    else if (limits.bytes !== undefined && file.bytes >= limits.bytes) this.#ended = 'bytes';
    if (this.#ended) onLimit(this.#ended);
  }

  async #writeHeld(): Promise<void> {
    while (this.#held.length > 0) await this.#writeOldest();
    if (this.#frame.slots > 0) await this.#writeFrame('slots');
  }

  async #writeOldest(): Promise<void> {
    const oldest = this.#held.shift();
    const segment = this.#segments.at(-1);
    if (!oldest || !segment) return;
    const { meta, raw } = oldest;
    const [accounts, transactions] = [raw.entries.length, raw.transactionCount];
    if (this.#frame.slots === 0) this.#begin(meta.slot);
    writeSlot(this.#records, meta, accounts, transactions);
    this.#records.bytes(raw.accounts.written);
    this.#records.bytes(raw.transactions.written);
    this.#frame.last = meta.slot;
    this.#frame.slots += 1;
    this.#frame.records += 1 + accounts + transactions;
    segment.last = meta.slot;
    this.stats.accounts += accounts;
    this.stats.transactions += transactions;
    if (this.#records.length >= FRAME_BYTES || this.#frame.slots >= FRAME_SLOTS) {
      await this.#writeFrame('slots');
    }
  }

  #begin(slot: bigint): void {
    this.#records.clear();
    Object.assign(this.#frame, { first: slot, last: slot, slots: 0, records: 0 });
  }

  async #writeFrame(name: 'snapshot' | 'slots'): Promise<void> {
    const { first: firstSlot, last: lastSlot, records } = this.#frame;
    const { file } = this.#options;
    await file.append(name, this.#records.written, { firstSlot, lastSlot, records });
    this.#begin(0n);
    this.stats.bytes = file.bytes;
  }
}
