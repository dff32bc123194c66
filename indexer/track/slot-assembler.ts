import type { Commitment } from '../../core/kernel/settings/schema.ts';
import type { BlockMeta, SlotStatus, SlotUpdate } from '../model/source.ts';

/** A whole slot, ready to leave in order: its block facts and everything that was written in it. */
export interface AssembledSlot<Content> {
  readonly meta: BlockMeta;
  readonly content: Content;
}

/**
 * Why the next slot cannot leave. `missing`: a later slot is complete, but the slots between it and the head
 * never came. `fork`: a complete slot builds on a slot below the head, so the head is not on its fork.
 */
export interface BrokenChain {
  readonly kind: 'missing' | 'fork';
  readonly head: bigint;
  readonly slot: bigint;
  readonly parent: bigint;
}

export interface AssemblerOptions<Content> {
  readonly commitment: Commitment;
  /** The last slot that has already left; the first slot to leave must name it as its parent. */
  readonly head: bigint;
  readonly createContent: () => Content;
  /** Takes back the content of a slot that died or was not wanted. */
  readonly discard?: (content: Content) => void;
}

interface PendingSlot<Content> {
  meta: BlockMeta | undefined;
  reached: boolean;
  content: Content | undefined;
}

/** Complete slots that may wait for a missing parent before the chain counts as broken: late frames overtake by one or two. */
const UNLINKED_TOLERANCE = 3;
/** A node confirms within seconds; more pending slots than this mean that statuses no longer arrive. */
const PENDING_LIMIT = 2048;

const REACHES: Readonly<Record<Commitment, readonly SlotStatus[]>> = {
  confirmed: ['confirmed', 'finalized'],
  finalized: ['finalized'],
};

/**
 * Assembles whole slots out of interleaved updates. A slot leaves once, in chain order, when its block meta and
 * its status at the configured commitment are there and its parent is the slot that left before it. What comes
 * for a slot at or below the head is a replay and is refused by `contentOf`.
 */
export class SlotAssembler<Content> {
  readonly #options: AssemblerOptions<Content>;
  readonly #pending = new Map<bigint, PendingSlot<Content>>();
  #head: bigint;
  #newest: bigint;

  constructor(options: AssemblerOptions<Content>) {
    this.#options = options;
    this.#head = options.head;
    this.#newest = options.head;
  }

  /** The last slot that has left. */
  get head(): bigint {
    return this.#head;
  }

  /** The newest slot heard of at the configured commitment. */
  get newest(): bigint {
    return this.#newest;
  }

  get overflowing(): boolean {
    return this.#pending.size > PENDING_LIMIT;
  }

  /** Where updates of `slot` are collected, or undefined when that slot has already left. */
  contentOf(slot: bigint): Content | undefined {
    if (slot <= this.#head) return undefined;
    const pending = this.#slot(slot);
    pending.content ??= this.#options.createContent();
    return pending.content;
  }

  /** Whether another block of the same slot is here, with writes that cannot be told apart. */
  contradicts({ slot, blockhash }: BlockMeta): boolean {
    const held = this.#pending.get(slot)?.meta;
    return held !== undefined && held.blockhash !== blockhash;
  }

  blockMeta(meta: BlockMeta): void {
    if (meta.slot > this.#head) this.#slot(meta.slot).meta = meta;
  }

  status({ slot, status }: SlotUpdate): void {
    if (status === 'dead') {
      this.#drop(slot);
      return;
    }
    if (!REACHES[this.#options.commitment].includes(status)) return;
    if (slot > this.#newest) this.#newest = slot;
    if (slot > this.#head) this.#slot(slot).reached = true;
  }

  /** The next slot in chain order, once it is whole and `admit` lets its content go. */
  take(admit: (content: Content, slot: bigint) => boolean = () => true): AssembledSlot<Content> | undefined {
    for (const [slot, pending] of this.#pending) {
      const { meta, reached } = pending;
      if (!reached || meta?.parentSlot !== this.#head) continue;
      pending.content ??= this.#options.createContent();
      if (!admit(pending.content, slot)) return undefined;
      this.#pending.delete(slot);
      this.#head = slot;
      this.#dropAtOrBelowHead();
      return { meta, content: pending.content };
    }
    return undefined;
  }

  /** The block facts of a slot that is whole but has not left. */
  whole(slot: bigint): BlockMeta | undefined {
    const pending = this.#pending.get(slot);
    return pending?.reached ? pending.meta : undefined;
  }

  /** Whether so many later slots are complete that this one, which is not, will never be: its fork died. */
  passed(slot: bigint): boolean {
    if (this.whole(slot)) return false;
    const later = [...this.#pending].filter(([other, { meta, reached }]) => other > slot && reached && meta);
    return later.length > UNLINKED_TOLERANCE;
  }

  /** Lets `head` count as the last slot that left: what a snapshot at that slot already holds. */
  rebase(head: bigint): void {
    this.#head = head;
    this.#dropAtOrBelowHead();
  }

  /** Tells whether the chain is broken in front of the head; undefined while waiting is still reasonable. */
  broken(): BrokenChain | undefined {
    const complete = [...this.#pending].flatMap(([slot, { meta, reached }]) =>
      reached && meta ? [{ slot, parent: meta.parentSlot }] : [],
    );
    if (complete.length <= UNLINKED_TOLERANCE) return undefined;
    const first = complete.reduce((a, b) => (a.slot < b.slot ? a : b));
    if (first.parent === this.#head) return undefined;
    const kind = first.parent < this.#head ? 'fork' : 'missing';
    return { kind, head: this.#head, ...first };
  }

  /** Forgets everything that has not left: what a new stream is about to replay. */
  reset(): void {
    for (const slot of [...this.#pending.keys()]) this.#drop(slot);
  }

  #slot(slot: bigint): PendingSlot<Content> {
    let pending = this.#pending.get(slot);
    if (!pending) {
      pending = { meta: undefined, reached: false, content: undefined };
      this.#pending.set(slot, pending);
    }
    return pending;
  }

  /** A slot at or below a head that left belongs to a fork that lost. */
  #dropAtOrBelowHead(): void {
    for (const slot of this.#pending.keys()) if (slot <= this.#head) this.#drop(slot);
  }

  #drop(slot: bigint): void {
    const content = this.#pending.get(slot)?.content;
    this.#pending.delete(slot);
    if (content !== undefined) this.#options.discard?.(content);
  }
}
