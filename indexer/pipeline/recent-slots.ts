import type { CompletedSlot } from '../model/completed-slot.ts';

/** Late writes reach a slot within moments of its end; a few seconds of slots are kept to notice them. */
const KEPT_SLOTS = 16;

/** The slots that left last, with what was written in them, so that a write that comes too late is told from a replay. */
export class RecentSlots {
  readonly #slots = new Map<bigint, CompletedSlot>();

  add(slot: CompletedSlot): void {
    this.#slots.set(slot.meta.slot, slot);
    for (const oldest of this.#slots.keys()) {
      if (this.#slots.size <= KEPT_SLOTS) return;
      this.#slots.delete(oldest);
    }
  }

  /** Forgets all: a snapshot has taken the place of what they held. */
  clear(): void {
    this.#slots.clear();
  }

  get(slot: bigint): CompletedSlot | undefined {
    return this.#slots.get(slot);
  }
}
