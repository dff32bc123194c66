import type { CompletedSlot } from '../model/completed-slot.ts';
import type { SlotBuffers } from '../model/slot-buffers.ts';

/** Late writes arrive moments after the end of their slot, so a few seconds of slots are enough. */
export const KEPT_SLOTS = 16;

/**
 * The newest delivered slots with their rows, which tell a late write from a replay, and which of them late
 * writes changed. A late write may belong to another block with the same slot number until that block arrives,
 * and a node sends a block after its writes. So a correction waits until the running stream has sent the block of
 * its slot, and one more block after the write. It also waits until it is known what accounts ended in its slot.
 */
export class RecentSlots {
  readonly #buffers: Pick<SlotBuffers, 'release'>;
  readonly #slots = new Map<bigint, CompletedSlot>();
  readonly #changed = new Set<bigint>();
  /** Slots with accounts that ended in a late write, while it is looked up what they were. */
  readonly #waiting = new Set<bigint>();
  /** Changed or waiting slots whose blocks are known to be the indexed ones. */
  readonly #due = new Set<bigint>();
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
    this.#due.delete(slot);
  }

  /** A late write ended accounts in a slot, and it is being looked up what they were. */
  wait(slot: bigint): void {
    this.#waiting.add(slot);
    this.#due.delete(slot);
  }

  get waiting(): readonly CompletedSlot[] {
    return [...this.#waiting].flatMap((slot) => this.#slots.get(slot) ?? []);
  }

  /** Whether all late writes so far are corrected or forgotten. */
  get settled(): boolean {
    return this.#changed.size + this.#waiting.size === 0;
  }

  /** It is known what ended in a slot, and whether that changed its rows. Returns the slots to correct now. */
  answered(slot: bigint, changed: boolean): readonly CompletedSlot[] {
    this.#waiting.delete(slot);
    if (changed) this.#changed.add(slot);
    return this.#take();
  }

  /** The stream sent the block of a slot, the same one that was indexed. Returns the slots to correct now. */
  blockArrived(slot: bigint): readonly CompletedSlot[] {
    this.#arrived.add(slot);
    if (this.settled) return [];
    for (const late of [...this.#changed, ...this.#waiting]) if (this.#arrived.has(late)) this.#due.add(late);
    return this.#take();
  }

  /** Forgets the slots above `to`, because they were rolled back; without `to`, all of them. */
  rewind(to = -1n): void {
    for (const slot of this.#slots.values()) if (slot.meta.slot > to) this.#forget(slot);
  }

  /** The slots to correct now. */
  #take(): readonly CompletedSlot[] {
    const ready = [...this.#changed].filter((slot) => this.#due.has(slot) && !this.#waiting.has(slot));
    for (const slot of ready) this.#changed.delete(slot);
    return ready.flatMap((slot) => this.#slots.get(slot) ?? []);
  }

  #forget({ meta: { slot }, buffer }: CompletedSlot): void {
    this.#slots.delete(slot);
    for (const late of [this.#changed, this.#waiting, this.#due, this.#arrived]) late.delete(slot);
    this.#buffers.release(buffer);
  }
}
