import type { BlockMeta, SlotUpdate } from '../model/source.ts';

/** An emitted slot, and what tells it from another one with the same number. */
export type DeliveredSlot = Pick<BlockMeta, 'slot' | 'parentSlot' | 'blockhash'>;

/** An emitted slot that may still die. */
export interface TailSlot extends DeliveredSlot {
  /**
   * Its complete state is unknown, so it is not a rollback target: it is between the two reads of a snapshot, or
   * was reported as lost.
   */
  readonly noReturn?: boolean;
  /** A node returned the complete state at it, so no write to it can be missing. */
  readonly readWhole?: boolean;
}

/** Emitted slots turn out to be on a dead fork. */
export interface Fork {
  /** The newest known slot on the surviving fork, to roll back to; undefined if unknown. */
  readonly to: bigint | undefined;
  readonly cause: string;
}

/** Finality is about 32 slots behind; a node that never reports it must not make this grow. */
const LIMIT = 256;

/**
 * The newest emitted slots that are not final yet, ascending: those that may still die. Everything that a stream
 * says about emitted slots is compared with them. A surviving block makes all of its ancestors survive, so a dead
 * part is always the upper end.
 */
export class UnfinalizedTail {
  #slots: TailSlot[];
  #finalized: bigint | undefined;

  constructor(slots: readonly TailSlot[] = []) {
    this.#slots = slots.slice(-LIMIT);
  }

  get slots(): readonly TailSlot[] {
    return this.#slots;
  }

  /** The newest emitted slot that was then reported as finalized. */
  get finalized(): bigint | undefined {
    return this.#finalized;
  }

  get oldest(): bigint | undefined {
    return this.#slots[0]?.slot;
  }

  get newest(): bigint | undefined {
    return this.#slots.at(-1)?.slot;
  }

  add(
    { slot, parentSlot, blockhash }: BlockMeta,
    known: Pick<TailSlot, 'noReturn' | 'readWhole'> = {},
  ): void {
    this.#slots.push({ slot, parentSlot, blockhash, ...known });
    if (this.#slots.length > LIMIT) this.#slots.shift();
  }

  /** No slot from `from` on is a rollback target. */
  doubt(from: bigint): void {
    this.#slots = this.#slots.map((left) => (left.slot < from ? left : { ...left, noReturn: true }));
  }

  /** Replaces the content. */
  restore(slots: readonly TailSlot[]): void {
    this.#slots = [...slots];
  }

  /** Removes the slots above `to`, or all. */
  rewind(to: bigint | undefined): void {
    this.#slots = this.#slots.filter(({ slot }) => to !== undefined && slot <= to);
    if (this.#finalized !== undefined && to !== undefined && to < this.#finalized) this.#finalized = to;
  }

  /** Compares a block from the stream with the slot emitted under its number. */
  block({ slot, parentSlot, blockhash }: DeliveredSlot): Fork | undefined {
    if (slot > (this.newest ?? -1n)) return undefined;
    const known = this.#at(slot);
    if (known?.blockhash === blockhash) return undefined;
    if (known) {
      return { to: this.newestUpTo(slot - 1n), cause: `slot ${slot} has another block than the one indexed` };
    }
    return this.#skipped(slot) ? this.#intruder(slot, parentSlot) : undefined;
  }

  /** Compares a node's status of a slot with the slot emitted under its number. */
  status({ slot, parent, status }: SlotUpdate): Fork | undefined {
    if (slot > (this.newest ?? -1n)) return undefined;
    const known = this.#at(slot);
    if (status === 'dead') return known && { to: this.newestUpTo(slot - 1n), cause: `slot ${slot} is dead` };
    if (status !== 'finalized') return undefined;
    if (!known) return this.#skipped(slot) ? this.#intruder(slot, parent ?? slot - 1n) : undefined;
    if (parent !== undefined && parent !== known.parentSlot) {
      return { to: this.newestUpTo(slot - 1n), cause: `slot ${slot} was finalized on another parent` };
    }
    this.#slots = this.#slots.filter((left) => left.slot >= slot);
    this.#finalized = slot;
    return undefined;
  }

  /** A fork on which `slot`, above all emitted slots, builds on a `parent` that was not emitted. */
  builtOn({ slot, parent }: { readonly slot: bigint; readonly parent: bigint }): Fork {
    return { to: this.newestUpTo(parent), cause: `slot ${slot} builds on ${parent}` };
  }

  /** The newest slot at or below `slot` to which the index can roll back. */
  newestUpTo(slot: bigint): bigint | undefined {
    return this.#slots.findLast((left) => left.slot <= slot && !left.noReturn)?.slot;
  }

  #at(slot: bigint): TailSlot | undefined {
    return this.#slots.find((left) => left.slot === slot);
  }

  #intruder(slot: bigint, parent: bigint): Fork {
    return { to: this.newestUpTo(parent), cause: `slot ${slot} is not in the indexed chain` };
  }

  /** Whether the emitted slots show that this one has no block; some between them may be unknown. */
  #skipped(slot: bigint): boolean {
    const above = this.#slots.findIndex((left) => left.slot > slot);
    const below = this.#slots[above - 1];
    return below !== undefined && this.#slots[above]?.parentSlot === below.slot;
  }
}
