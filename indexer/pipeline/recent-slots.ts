import type { CompletedSlot } from '../model/completed-slot.ts';

/** Late writes reach a slot within moments of its end; a few seconds of slots are kept to notice them. */
export const KEPT_SLOTS = 16;

/** The slots that left last, with what was written in them, so that a write that comes too late is told from a replay. */
export class RecentSlots {
  readonly #slots = new Map<bigint, CompletedSlot>();
  readonly #forgotten: (slot: CompletedSlot) => void;

  /** `forgotten` is called for every slot that is kept no longer. */
  constructor(forgotten: (slot: CompletedSlot) => void) {
    this.#forgotten = forgotten;
  }

  add(slot: CompletedSlot): void {
    this.#slots.set(slot.meta.slot, slot);
    for (const [number, oldest] of this.#slots) {
      if (this.#slots.size <= KEPT_SLOTS) return;
      this.#slots.delete(number);
      this.#forgotten(oldest);
    }
  }

  /** Forgets all: a snapshot has taken the place of what they held. */
  clear(): void {
    const slots = [...this.#slots.values()];
    this.#slots.clear();
    slots.forEach(this.#forgotten);
  }

  /** Forgets the slots above `to`: they were taken back. */
  rewind(to: bigint): void {
    for (const [number, slot] of this.#slots) {
      if (number <= to) continue;
      this.#slots.delete(number);
      this.#forgotten(slot);
    }
  }

  get(slot: bigint): CompletedSlot | undefined {
    return this.#slots.get(slot);
  }
}
