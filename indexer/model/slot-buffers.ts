import { SlotBuffer } from './slot-buffer.ts';

/** Free buffers kept: about what stands between the stream and the writer in a busy minute. */
const KEPT = 32;

/**
 * Slot buffers used again once nobody holds them. A busy slot takes megabytes, and memory that is asked for anew
 * each slot is cleared by the system and swept by the garbage collector, which costs more than decoding does.
 * A holder that never lets go keeps its buffer out of use and does no other harm.
 */
export class SlotBuffers {
  readonly #free: SlotBuffer[] = [];
  readonly #holders = new WeakMap<SlotBuffer, number>();

  /** An empty buffer with one holder. */
  take(): SlotBuffer {
    const buffer = this.#free.pop() ?? new SlotBuffer();
    this.#holders.set(buffer, 1);
    return buffer;
  }

  /** Adds a holder of a buffer that is in use. Buffers from elsewhere are nothing to it. */
  hold(buffer: SlotBuffer): void {
    const holders = this.#holders.get(buffer);
    if (holders !== undefined) this.#holders.set(buffer, holders + 1);
  }

  /** Takes a holder away; after the last one the buffer is emptied for the next slot. */
  release(buffer: SlotBuffer): void {
    const holders = this.#holders.get(buffer);
    if (holders === undefined) return;
    if (holders > 1) {
      this.#holders.set(buffer, holders - 1);
      return;
    }
    this.#holders.delete(buffer);
    if (this.#free.length === KEPT) return;
    buffer.reset();
    this.#free.push(buffer);
  }
}
