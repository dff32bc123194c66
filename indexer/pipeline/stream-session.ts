import type { AccountView } from '../model/account-view.ts';
import type {
  BlockMeta,
  SlotUpdate,
  StreamEnd,
  Subscription,
  SubscriptionFilter,
  UpdateSink,
  UpdateSource,
} from '../model/source.ts';
import type { Transaction } from '../model/transaction.ts';
import type { AssembledSlot, BrokenChain, SlotAssembler } from '../track/slot-assembler.ts';
import type { Fork, UnfinalizedTail } from '../track/unfinalized-tail.ts';

/** How one stream ended, the pipeline's own reasons beside the source's. */
export type SessionEnd =
  | StreamEnd
  | { readonly kind: 'broken'; readonly chain: BrokenChain }
  /** Slots that have left are on a fork that died. */
  | { readonly kind: 'forked'; readonly fork: Fork }
  /** A slot as of which a node was read never came: its fork died. */
  | { readonly kind: 'stranded'; readonly detail: string }
  /** A slot holds a launch whose token accounts are not followed yet: the slot must be read again with them. */
  | { readonly kind: 'discovered' };

export interface SessionOptions<Content> {
  readonly source: UpdateSource;
  readonly filter: SubscriptionFilter;
  readonly assembler: SlotAssembler<Content>;
  /** What the stream says of slots that have left is held against them. */
  readonly tail: UnfinalizedTail;
  /** While true, slots are collected but none leaves: a snapshot is being read. */
  readonly hold: boolean;
  readonly account: (view: AccountView, content: Content) => void;
  readonly transaction: (transaction: Transaction, content: Content) => void;
  /** An update of a slot that has already left: a replay, or a write that came too late. */
  readonly late: (view: AccountView) => void;
  readonly lateTransaction: (transaction: Transaction) => void;
  /** Told of every block that the stream shows, first of its writes and then of it. */
  readonly shown: (meta: BlockMeta) => void;
  /** False when the content must not leave before more accounts are followed. */
  readonly admit: (content: Content, slot: bigint) => boolean;
  readonly deliver: (slot: AssembledSlot<Content>) => void;
  readonly heard: (newest: bigint) => void;
}

interface Waiter {
  readonly slot: bigint | 'first';
  readonly resolve: (meta: BlockMeta) => void;
}

/** One subscription's life: updates go into whole slots, whole slots leave in order, and the end has a reason. */
export class StreamSession<Content> implements UpdateSink {
  readonly #options: SessionOptions<Content>;
  readonly #subscription: Subscription;
  readonly #waiters: Waiter[] = [];
  #settle: (end: SessionEnd) => void = () => undefined;
  #over = false;
  #holding: boolean;
  #first: BlockMeta | undefined;
  /** The two halves of the slot number last looked up, so that a burst of one slot looks up once. */
  #low = -1;
  #high = -1;
  #content: Content | undefined;

  /** Resolves exactly once, never rejects. */
  readonly ended: Promise<SessionEnd>;

  constructor(options: SessionOptions<Content>) {
    this.#options = options;
    this.#holding = options.hold;
    this.ended = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.#subscription = options.source.subscribe(options.filter, this);
    this.#subscription.ended.then((end) => this.#end(end));
  }

  account(view: AccountView): void {
    if (this.#over) return;
    const { numbers } = view;
    const low = numbers.readUInt32LE(0);
    const high = numbers.readUInt32LE(4);
    if (low !== this.#low || high !== this.#high) {
      this.#low = low;
      this.#high = high;
      this.#content = this.#options.assembler.contentOf(numbers.readBigUInt64LE(0));
    }
    if (this.#content === undefined) this.#options.late(view);
    else this.#options.account(view, this.#content);
  }

  transaction(transaction: Transaction): void {
    if (this.#over) return;
    const content = this.#options.assembler.contentOf(transaction.slot);
    if (content === undefined) this.#options.lateTransaction(transaction);
    else this.#options.transaction(transaction, content);
  }

  blockMeta(meta: BlockMeta): void {
    if (this.#over) return;
    const { assembler, tail, shown } = this.#options;
    const fork = assembler.contradicts(meta) ? anew(assembler.head, meta.slot) : tail.block(meta);
    if (fork) {
      this.#end({ kind: 'forked', fork });
      return;
    }
    assembler.blockMeta(meta);
    shown(meta);
    this.#first ??= meta;
    this.#advance();
  }

  slot(update: SlotUpdate): void {
    if (this.#over) return;
    const { assembler, heard, tail } = this.#options;
    const fork = tail.status(update);
    if (fork) {
      this.#end({ kind: 'forked', fork });
      return;
    }
    assembler.status(update);
    heard(assembler.newest);
    this.#advance();
  }

  /** The first block this stream showed: from here on nothing is missing from it. */
  firstBlock(): Promise<BlockMeta> {
    return this.#wait('first');
  }

  /** Resolves when `slot` is whole while the session holds. */
  whole(slot: bigint): Promise<BlockMeta> {
    return this.#wait(slot);
  }

  /** Lets slots above `head` leave. */
  release(head: bigint): void {
    this.#options.assembler.rebase(head);
    this.#holding = false;
    this.#advance();
  }

  pause(): void {
    this.#subscription.pause();
  }

  resume(): void {
    this.#subscription.resume();
  }

  close(): void {
    this.#subscription.close();
  }

  /** Ends the stream so that another one is opened over what is followed by now. */
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
    const { assembler } = this.#options;
    for (const waiter of [...this.#waiters]) {
      const meta = waiter.slot === 'first' ? this.#first : assembler.whole(waiter.slot);
      if (!meta) continue;
      this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
      waiter.resolve(meta);
    }
  }

  #advance(): void {
    const { assembler, admit, deliver } = this.#options;
    // Content may leave or be dropped below, and must take no more updates after that.
    this.#low = -1;
    if (this.#waiters.length > 0) this.#answerWaiters();
    if (!this.#holding) {
      let refused = false;
      const admitted = (content: Content, slot: bigint): boolean => {
        refused = !admit(content, slot);
        return !refused;
      };
      for (let slot = assembler.take(admitted); slot; slot = assembler.take(admitted)) deliver(slot);
      if (refused) this.#end({ kind: 'discovered' });
    }
    this.#checkChain();
  }

  #checkChain(): void {
    const { assembler, tail } = this.#options;
    const chain = this.#holding ? undefined : assembler.broken();
    if (chain?.kind === 'fork') this.#end({ kind: 'forked', fork: tail.builtOn(chain) });
    else if (chain) this.#end({ kind: 'broken', chain });
    else if (assembler.overflowing)
      this.#end({ kind: 'lagged', detail: 'too many slots wait for their status' });
    else this.#checkWaiters();
  }

  /** Nothing leaves while a read is waited for, so a slot that cannot come any more must end the waiting. */
  #checkWaiters(): void {
    const { assembler } = this.#options;
    for (const { slot } of this.#waiters) {
      if (slot === 'first' || !assembler.passed(slot)) continue;
      this.#end({ kind: 'stranded', detail: `slot ${slot}, which a node was read at, never came` });
      return;
    }
  }

  #end(end: SessionEnd): void {
    if (this.#over) return;
    this.#over = true;
    this.#subscription.close();
    this.#settle(end);
  }
}

/** Two blocks of one slot that has not left: which of the writes belong to which is told by reading them again. */
function anew(head: bigint, slot: bigint): Fork {
  return { to: head, cause: `slot ${slot} came with two blocks` };
}
