import type { Commitment } from '../../core/kernel/settings/schema.ts';
import type { BlockMeta, SlotStatus, SlotUpdate } from '../model/source.ts';

const REACHES: Readonly<Record<Commitment, readonly SlotStatus[]>> = {
  confirmed: ['confirmed', 'finalized'],
  finalized: ['finalized'],
};

/**
 * Whether a stream progresses: a slot has become whole, by its block and by its status at the commitment, that is
 * newer than any before it on this stream. One without the other is not progress, because no slot can be emitted
 * by it.
 */
export class SlotProgress {
  readonly #reaches: readonly SlotStatus[];
  #block = -1n;
  #status = -1n;
  #reported = -1n;
  /** True once any slot became whole. */
  begun = false;

  constructor(commitment: Commitment) {
    this.#reaches = REACHES[commitment];
  }

  block({ slot }: BlockMeta): void {
    if (slot > this.#block) this.#block = slot;
  }

  status({ slot, status }: SlotUpdate): void {
    if (slot > this.#status && this.#reaches.includes(status)) this.#status = slot;
  }

  /** Whether there was any since the last call. */
  took(): boolean {
    if (this.#block <= this.#reported || this.#status <= this.#reported) return false;
    this.#reported = this.#block;
    if (this.#status < this.#block) this.#reported = this.#status;
    this.begun = true;
    return true;
  }
}
