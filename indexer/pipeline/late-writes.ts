import type { CompletedSlot } from '../model/completed-slot.ts';

/**
 * Slots that have left and were written once more since. A write that came late looks like one of another block of
 * the same slot number until the block shows, and a node tells a block after its writes. So a correction waits until
 * the running stream has shown the block of its slot, and another block after the write.
 */
export class LateWrites {
  readonly #waiting = new Map<bigint, CompletedSlot>();
  /** Slots of which the running stream has shown the block that was indexed. */
  readonly #shown = new Set<bigint>();
  readonly #correct: (slot: CompletedSlot) => void;

  constructor(correct: (slot: CompletedSlot) => void) {
    this.#correct = correct;
  }

  /** A stream begins. */
  begin(): void {
    this.#shown.clear();
  }

  /** The buffer of a slot that has left holds something new. */
  add(slot: CompletedSlot): void {
    this.#waiting.set(slot.meta.slot, slot);
  }

  /** The stream shows the block of a slot, which is not known to differ from the one indexed. */
  block(slot: bigint): void {
    this.#shown.add(slot);
    for (const [number, late] of this.#waiting) {
      if (!this.#shown.has(number)) continue;
      this.#waiting.delete(number);
      this.#correct(late);
    }
  }

  /** The slot is not kept any more. */
  forget(slot: bigint): void {
    this.#waiting.delete(slot);
    this.#shown.delete(slot);
  }
}
