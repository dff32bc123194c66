import { type Clock, systemClock } from '../../core/kernel/clock.ts';
import { SlotBuffer } from './slot-buffer.ts';

/** Free buffers kept: slightly more than the newest slots and those being assembled use. */
const KEPT = 32;

/**
 * A pool of slot buffers. A busy slot takes megabytes; allocating them for each slot would cost more, in zeroing
 * and garbage collection, than decoding.
 */
export class SlotBuffers {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #free: SlotBuffer[] = [];
  /** Handed out and not returned. */
  readonly #taken = new WeakSet<SlotBuffer>();

  constructor(clock: Pick<Clock, 'now'> = systemClock) {
    this.#clock = clock;
  }

  /** An empty buffer. */
  take(): SlotBuffer {
    const buffer = this.#free.pop() ?? new SlotBuffer();
    this.#taken.add(buffer);
    buffer.openedAt = this.#clock.now();
    return buffer;
  }

  /** Returns a buffer for the next slot. Ignores a buffer that is not from here, was returned before, or is kept. */
  release(buffer: SlotBuffer): void {
    if (!this.#taken.delete(buffer) || this.#free.length === KEPT) return;
    buffer.reset();
    this.#free.push(buffer);
  }

  /** Leaves a buffer to its holder: it is never reused. */
  keep(buffer: SlotBuffer): void {
    this.#taken.delete(buffer);
  }
}
