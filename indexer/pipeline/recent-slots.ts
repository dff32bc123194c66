import type { CompletedSlot } from '../model/completed-slot.ts';
import type { SlotBuffers } from '../model/slot-buffers.ts';

/** Late writes arrive moments after the end of their slot, so a few seconds of slots are enough. */
export const KEPT_SLOTS = 16;

/**
 * The newest delivered slots with their rows, which tell a late write from a replay, and which of them late
 * writes changed. A late write may belong to another block with the same slot number until that block arrives,
 * and a node sends a block after its writes. So a correction waits until the running stream has sent the block of
 * its slot, and one more block after the write.
 */
export class RecentSlots {
  readonly #buffers: Pick<SlotBuffers, 'release'>;
  readonly #slots = new Map<bigint, CompletedSlot>();
  readonly #changed = new Set<bigint>();
  /** Slots whose indexed block the running stream has sent. */
  readonly #arrived = new Set<bigint>();

  /** `buffers` gets back the buffers of slots that are no longer kept. */
  constructor(buffers: Pick<SlotBuffers, 'release'>) {
    this.#buffers = buffers;
  }

  get(slot: bigint): CompletedSlot | undefined {
    return this.#slots.get(slot);
  }

  add(slot: CompletedSlot): void {
    this.#slots.set(slot.meta.slot, slot);
    for (const oldest of this.#slots.values()) {
      if (this.#slots.size <= KEPT_SLOTS) return;
      this.#forget(oldest);
    }
  }

  /** A stream begins: it has sent no block yet. */
  streamOpened(): void {
    this.#arrived.clear();
  }

  /** A late write changed the rows of a slot. */
  changed(slot: bigint): void {
    this.#changed.add(slot);
  }

  /** The stream sent the block of a slot, the same one that was indexed. Returns the slots to correct now. */
  blockArrived(slot: bigint): readonly CompletedSlot[] {
    this.#arrived.add(slot);
    if (this.#changed.size === 0) return [];
    const ready = [...this.#changed].filter((changed) => this.#arrived.has(changed));
    for (const changed of ready) this.#changed.delete(changed);
    return ready.flatMap((changed) => this.#slots.get(changed) ?? []);
  }

  /** Forgets the slots above `to`, because they were rolled back; without `to`, all of them. */
  rewind(to = -1n): void {
    for (const slot of this.#slots.values()) if (slot.meta.slot > to) this.#forget(slot);
  }

  #forget({ meta: { slot }, buffer }: CompletedSlot): void {
    this.#slots.delete(slot);
    this.#changed.delete(slot);
    this.#arrived.delete(slot);
    this.#buffers.release(buffer);
  }
}
