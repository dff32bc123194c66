import type { SlotBuffer } from '../model/slot-buffer.ts';
import type { SlotBuffers } from '../model/slot-buffers.ts';
import type {
  AccountView,
  BlockMeta,
  SlotUpdate,
  Subscription,
  SubscriptionFilter,
  Transaction,
  UpdateSink,
  UpdateSource,
} from '../model/source.ts';
import { SlotAssembler } from '../track/slot-assembler.ts';
import type { Fork, UnfinalizedTail } from '../track/unfinalized-tail.ts';
import type { SessionEnd } from './next-step.ts';
import type { SlotFlow } from './slot-flow.ts';

export interface SessionOptions {
  readonly source: UpdateSource;
  readonly filter: SubscriptionFilter;
  /** The last slot delivered before this stream. */
  readonly head: bigint;
  /** While true, slots are collected but none is emitted: a snapshot is being read. */
  readonly hold: boolean;
  readonly buffers: SlotBuffers;
  /** What the stream says about delivered slots is checked against them. */
  readonly tail: UnfinalizedTail;
  readonly flow: Pick<
    SlotFlow,
    | 'account'
    | 'transaction'
    | 'lateAccount'
    | 'lateTransaction'
    | 'blockArrived'
    | 'heard'
    | 'admits'
    | 'answers'
    | 'deliver'
    | 'room'
  >;
}

interface Waiter {
  readonly slot: bigint | 'first';
  readonly resolve: (meta: BlockMeta) => void;
}

/**
 * The life of one subscription: updates go into whole slots, whole slots are emitted in order, and the end has a
 * reason.
 */
export class StreamSession implements UpdateSink {
  readonly #flow: SessionOptions['flow'];
  readonly #tail: UnfinalizedTail;
  readonly #assembler: SlotAssembler;
  readonly #subscription: Subscription;
  readonly #waiters: Waiter[] = [];
  readonly #settle: (end: SessionEnd) => void;
  #over = false;
  #holding: boolean;
  /** Waits of the writer and for answers of the store that the stream is paused for. */
  readonly #waits = new Set<'room' | 'answers'>();
  #first: BlockMeta | undefined;
  /** The two halves of the slot number last looked up, so that a burst for one slot looks up once. */
  #low = -1;
  #high = -1;
  #buffer: SlotBuffer | undefined;

  /** Resolves exactly once, never rejects. */
  readonly ended: Promise<SessionEnd>;

  constructor({ source, filter, head, hold, buffers, tail, flow }: SessionOptions) {
    this.#flow = flow;
    this.#tail = tail;
    this.#holding = hold;
    this.#assembler = new SlotAssembler({ commitment: filter.commitment, head, buffers });
    const { promise, resolve } = Promise.withResolvers<SessionEnd>();
    this.ended = promise;
    this.#settle = resolve;
    this.#subscription = source.subscribe(filter, this);
    this.#subscription.ended.then((end) => this.#end(end));
    this.#waitForWriter();
  }

  account(view: AccountView): void {
    if (this.#over) return;
    const { numbers } = view;
    const low = numbers.readUInt32LE(0);
    const high = numbers.readUInt32LE(4);
    if (low !== this.#low || high !== this.#high) {
      this.#low = low;
      this.#high = high;
      this.#buffer = this.#assembler.bufferOf(numbers.readBigUInt64LE(0));
    }
    if (this.#buffer === undefined) this.#flow.lateAccount(view);
    else this.#flow.account(view, this.#buffer);
  }

  transaction(transaction: Transaction): void {
    if (this.#over) return;
    const buffer = this.#assembler.bufferOf(transaction.slot);
    if (buffer === undefined) this.#flow.lateTransaction(transaction);
    else this.#flow.transaction(transaction, buffer);
  }

  blockMeta(meta: BlockMeta): void {
    if (this.#over) return;
    const fork = this.#assembler.contradicts(meta)
      ? twoBlocks(this.#assembler.head, meta.slot)
      : this.#tail.block(meta);
    if (fork) {
      this.#end({ kind: 'forked', fork });
      return;
    }
    this.#assembler.blockMeta(meta);
    this.#flow.blockArrived(meta.slot);
    this.#first ??= meta;
    this.#advance();
  }

  slot(update: SlotUpdate): void {
    if (this.#over) return;
    const fork = this.#tail.status(update);
    if (fork) {
      this.#end({ kind: 'forked', fork });
      return;
    }
    this.#assembler.status(update);
    this.#flow.heard(this.#assembler.newest);
    this.#advance();
  }

  /** The first block of this stream: nothing after it is missing. */
  firstBlock(): Promise<BlockMeta> {
    return this.#wait('first');
  }

  /** Resolves when `slot` is whole while the session is held. */
  whole(slot: bigint): Promise<BlockMeta> {
    return this.#wait(slot);
  }

  /** Allows slots above `head` to be emitted. */
  release(head: bigint): void {
    this.#assembler.rebase(head);
    this.#holding = false;
    this.#advance();
  }

  /**
   * Reads by RPC while the stream is held, and gives up when the stream ends: a read is useless without the
   * updates that follow it. Resolves with what was read, or with the stream's end if that came first. A failed
   * read closes the stream and rejects.
   */
  async during<Read>(
    signal: AbortSignal,
    read: (signal: AbortSignal) => Promise<Read>,
  ): Promise<Read | SessionEnd> {
    const broken = new AbortController();
    const ended = this.ended.then((end) => {
      broken.abort(end);
      return end;
    });
    const reading = read(AbortSignal.any([signal, broken.signal])).catch((error: unknown) => {
      // The stream's end is the reason, not the read that it interrupted.
      if (broken.signal.aborted && !signal.aborted) return ended;
      this.close();
      throw error;
    });
    return Promise.race([reading, ended]);
  }

  close(): void {
    this.#subscription.close();
  }

  /** Ends the session so that another one follows with the accounts known now. */
  renew(): void {
    this.#end({ kind: 'discovered' });
  }

  #wait(slot: bigint | 'first'): Promise<BlockMeta> {
    return new Promise((resolve) => {
      this.#waiters.push({ slot, resolve });
      this.#answerWaiters();
    });
  }

  #answerWaiters(): void {
    for (const waiter of [...this.#waiters]) {
      const meta = waiter.slot === 'first' ? this.#first : this.#assembler.whole(waiter.slot);
      if (!meta) continue;
      this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
      waiter.resolve(meta);
    }
  }

  /** Emits every slot that is whole, admitted and next in chain order. */
  #advance(): void {
    // The code below may emit or drop a buffer, which must take no more updates after that.
    this.#low = -1;
    if (this.#waiters.length > 0) this.#answerWaiters();
    if (!this.#holding) {
      for (let slot = this.#assembler.next(); slot; slot = this.#assembler.next()) {
        if (!this.#flow.admits(slot)) {
          this.#end({ kind: 'discovered' });
          return;
        }
        const answers = this.#flow.answers(slot);
        if (answers) {
          this.#pauseUntil('answers', answers, () => this.#continue());
          break;
        }
        this.#assembler.pass(slot);
        this.#flow.deliver(slot);
      }
    }
    this.#waitForWriter();
    this.#checkChain();
  }

  /** Backpressure: the stream pauses while the writer is full. */
  #waitForWriter(): void {
    const { room } = this.#flow;
    if (room) this.#pauseUntil('room', room);
  }

  #pauseUntil(wait: 'room' | 'answers', over: Promise<void>, then?: () => void): void {
    if (this.#waits.has(wait)) return;
    if (this.#waits.size === 0) this.#subscription.pause();
    this.#waits.add(wait);
    void over.then(() => {
      this.#waits.delete(wait);
      then?.();
      if (this.#waits.size === 0) this.#subscription.resume();
    });
  }

  /** The store has answered what ended in a slot. */
  #continue(): void {
    if (!this.#over) this.#advance();
  }

  #checkChain(): void {
    const chain = this.#holding ? undefined : this.#assembler.broken();
    if (chain?.kind === 'fork') this.#end({ kind: 'forked', fork: this.#tail.builtOn(chain) });
    else if (chain) this.#end({ kind: 'broken', chain });
    else if (this.#assembler.overflowing)
      this.#end({ kind: 'lagged', detail: 'too many slots wait for their status' });
    else this.#checkWaiters();
  }

  /** Nothing is emitted while a read is waited for, so a slot that can no longer arrive must end the wait. */
  #checkWaiters(): void {
    for (const { slot } of this.#waiters) {
      if (slot === 'first' || !this.#assembler.passed(slot)) continue;
      this.#end({ kind: 'stranded', detail: `slot ${slot}, at which a node was read, never came` });
      return;
    }
  }

  #end(end: SessionEnd): void {
    if (this.#over) return;
    this.#over = true;
    if (end.kind === 'discovered' && this.#subscription.leave) this.#subscription.leave();
    else this.#subscription.close();
    this.#settle(end);
  }
}

/** An unemitted slot arrived with two blocks: only reading it again shows which writes belong to which. */
function twoBlocks(head: bigint, slot: bigint): Fork {
  return { to: head, cause: `slot ${slot} came with two blocks` };
}
