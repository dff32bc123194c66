import type { Commitment } from '../../core/kernel/settings/schema.ts';
import type { CompletedSlot } from '../model/completed-slot.ts';
import type { SlotBuffer } from '../model/slot-buffer.ts';
import type { SlotBuffers } from '../model/slot-buffers.ts';
import type { BlockMeta, SlotStatus, SlotUpdate } from '../model/source.ts';

/**
 * Why the next slot cannot be emitted. `missing`: a later slot is complete, but the slots between it and the head
 * never arrived. `fork`: a complete slot builds on a slot below the head, so the head is not on its fork.
 */
export interface BrokenChain {
  readonly kind: 'missing' | 'fork';
  readonly head: bigint;
  readonly slot: bigint;
  readonly parent: bigint;
}

export interface AssemblerOptions {
  readonly commitment: Commitment;
  /** The last emitted slot; the first one to emit must name it as its parent. */
  readonly head: bigint;
  /** Provides empty buffers, and gets back those of slots that died. */
  readonly buffers: Pick<SlotBuffers, 'take' | 'release'>;
}

interface PendingSlot {
  meta: BlockMeta | undefined;
  reached: boolean;
  buffer: SlotBuffer | undefined;
}

/**
 * Complete slots that may wait for a missing parent before the chain counts as broken: late frames overtake by
 * one or two.
 */
const UNLINKED_TOLERANCE = 3;
/** A node confirms within seconds; more pending slots than this mean that statuses no longer arrive. */
const PENDING_LIMIT = 2048;

const REACHES: Readonly<Record<Commitment, readonly SlotStatus[]>> = {
  confirmed: ['confirmed', 'finalized'],
  finalized: ['finalized'],
};

/**
 * Assembles whole slots from interleaved updates. A slot is emitted once, in chain order, when its block meta and
 * its status at the configured commitment have arrived and its parent is the previously emitted slot. Updates at
 * or below the head are replays and are refused by `bufferOf`.
 */
export class SlotAssembler {
  readonly #options: AssemblerOptions;
  readonly #pending = new Map<bigint, PendingSlot>();
  #head: bigint;
  #newest: bigint;

  constructor(options: AssemblerOptions) {
    this.#options = options;
    this.#head = options.head;
    this.#newest = options.head;
  }

  /** The last emitted slot. */
  get head(): bigint {
    return this.#head;
  }

  /** The newest slot seen at the configured commitment. */
  get newest(): bigint {
    return this.#newest;
  }

  get overflowing(): boolean {
    return this.#pending.size > PENDING_LIMIT;
  }

  /** The buffer for updates of `slot`, or undefined if that slot was already emitted. */
  bufferOf(slot: bigint): SlotBuffer | undefined {
    if (slot <= this.#head) return undefined;
    const pending = this.#slot(slot);
    pending.buffer ??= this.#options.buffers.take();
    return pending.buffer;
  }

  /** Whether another block of the same slot has arrived, with writes that cannot be told apart. */
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

  /** The next slot in chain order, once it is whole. It stays until `pass`. */
  next(): CompletedSlot | undefined {
    for (const pending of this.#pending.values()) {
      const { meta, reached } = pending;
      if (!reached || meta?.parentSlot !== this.#head) continue;
      pending.buffer ??= this.#options.buffers.take();
      return { meta, buffer: pending.buffer };
    }
    return undefined;
  }

  /** Emits a slot: it is the new head, and its buffer now belongs to the caller. */
  pass({ meta: { slot } }: CompletedSlot): void {
    this.#pending.delete(slot);
    this.rebase(slot);
  }

  /** The block metadata of a slot that is whole but not emitted. */
  whole(slot: bigint): BlockMeta | undefined {
    const pending = this.#pending.get(slot);
    return pending?.reached ? pending.meta : undefined;
  }

  /** Whether so many later slots are complete that this incomplete one will never be: its fork died. */
  passed(slot: bigint): boolean {
    if (this.whole(slot)) return false;
    const later = [...this.#pending].filter(([other, { meta, reached }]) => other > slot && reached && meta);
    return later.length > UNLINKED_TOLERANCE;
  }

  /** Sets `head` as the last emitted slot: a snapshot at that slot covers it. */
  rebase(head: bigint): void {
    this.#head = head;
    // A slot at or below the head that was not emitted is on a dead fork.
    for (const slot of this.#pending.keys()) if (slot <= head) this.#drop(slot);
  }

  /**
   * Returns whether the chain is broken before the head; undefined while waiting is still reasonable. A fork is reported at
   * once: no later frame can explain a complete slot that builds below the head.
   */
  broken(): BrokenChain | undefined {
    const complete = [...this.#pending].flatMap(([slot, { meta, reached }]) =>
      reached && meta ? [{ slot, parent: meta.parentSlot }] : [],
    );
    const forked = complete.find(({ parent }) => parent < this.#head);
    if (forked) return { kind: 'fork', head: this.#head, ...forked };
    if (complete.length <= UNLINKED_TOLERANCE) return undefined;
    const first = complete.reduce((a, b) => (a.slot < b.slot ? a : b));
    return first.parent === this.#head ? undefined : { kind: 'missing', head: this.#head, ...first };
  }

  #slot(slot: bigint): PendingSlot {
    let pending = this.#pending.get(slot);
    if (!pending) {
      pending = { meta: undefined, reached: false, buffer: undefined };
      this.#pending.set(slot, pending);
    }
    return pending;
  }

  #drop(slot: bigint): void {
    const buffer = this.#pending.get(slot)?.buffer;
    this.#pending.delete(slot);
    if (buffer) this.#options.buffers.release(buffer);
  }
}
