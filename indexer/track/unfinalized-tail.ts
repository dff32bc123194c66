import type { BlockMeta, SlotUpdate } from '../model/source.ts';

/** A slot that has left, and what tells it from another one of the same number. */
export type DeliveredSlot = Pick<BlockMeta, 'slot' | 'parentSlot' | 'blockhash'>;

/** A slot that has left and may still die. */
export interface TailSlot extends DeliveredSlot {
  /**
   * Its state is not known whole, so it is none to go back to: it lies between the two reads of a snapshot, or was told
   * as lost.
   */
  readonly noReturn?: boolean;
  /** A node gave the whole state as of it, so that no write to it can be missing. */
  readonly readWhole?: boolean;
}

/** Slots that have left turn out to be on a fork that died. */
export interface Fork {
  /** The newest slot on the surviving fork, as far as that shows, to go back to; undefined when none is known. */
  readonly to: bigint | undefined;
  readonly cause: string;
}

/** Finality is some 32 slots behind; a node that never tells of it must not make this grow. */
const LIMIT = 256;

/**
 * The slots that left last and are not final yet, ascending: what may still die. Everything that a stream says of
 * slots that have left is held against it. A surviving block makes all of its ancestors survive, so what is wrong is
 * always the upper end.
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

  /** The newest slot that left and was then told as finalized. */
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

  /** No slot from `from` on is one to go back to. */
  doubt(from: bigint): void {
    this.#slots = this.#slots.map((left) => (left.slot < from ? left : { ...left, noReturn: true }));
  }

  /** Takes the place of what is here. */
  restore(slots: readonly TailSlot[]): void {
    this.#slots = [...slots];
  }

  /** Forgets the slots above `to`, or all. */
  rewind(to: bigint | undefined): void {
    this.#slots = this.#slots.filter(({ slot }) => to !== undefined && slot <= to);
    if (this.#finalized !== undefined && to !== undefined && to < this.#finalized) this.#finalized = to;
  }

  /** Holds a block that the stream shows against the slot that left under its number. */
  block({ slot, parentSlot, blockhash }: DeliveredSlot): Fork | undefined {
    if (slot > (this.newest ?? -1n)) return undefined;
    const known = this.#at(slot);
    if (known?.blockhash === blockhash) return undefined;
    if (known) {
      return { to: this.newestUpTo(slot - 1n), cause: `slot ${slot} has another block than the one indexed` };
    }
    return this.#skipped(slot) ? this.#intruder(slot, parentSlot) : undefined;
  }

  /** Holds what a node says of a slot against the slot that left under its number. */
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

  /** The fork on which `slot`, which lies above all that has left, builds on `parent`, which does not. */
  builtOn({ slot, parent }: { readonly slot: bigint; readonly parent: bigint }): Fork {
    return { to: this.newestUpTo(parent), cause: `slot ${slot} builds on ${parent}` };
  }

  /** The newest slot at or below `slot` to which the index can go back. */
  newestUpTo(slot: bigint): bigint | undefined {
    return this.#slots.findLast((left) => left.slot <= slot && !left.noReturn)?.slot;
  }

  #at(slot: bigint): TailSlot | undefined {
    return this.#slots.find((left) => left.slot === slot);
  }

  #intruder(slot: bigint, parent: bigint): Fork {
    return { to: this.newestUpTo(parent), cause: `slot ${slot} is not in the indexed chain` };
  }

  /** Whether the slots that left say that this one has no block; between them may be some that were never known. */
  #skipped(slot: bigint): boolean {
    const above = this.#slots.findIndex((left) => left.slot > slot);
    const below = this.#slots[above - 1];
    return below !== undefined && this.#slots[above]?.parentSlot === below.slot;
  }
}
