import type { FlowRange } from '../model/completed-slot.ts';

/**
 * Since when every movement in or out of every escrow is known. Every launch is followed before the first slot that
 * holds it leaves, so one range holds for all of them; only a snapshot, which shows balances and no movements, ends it.
 */
export class FlowRanges {
  #from: bigint | undefined;

  constructor(from: bigint | undefined) {
    this.#from = from;
  }

  /** First slot of the range that grows; undefined when there is none. */
  get from(): bigint | undefined {
    return this.#from;
  }

  /** Goes back to a range that began at `from`. */
  restore(from: bigint | undefined): void {
    this.#from = from;
  }

  /**
   * The stream goes on above `through`; the last slot that left before it was `head`.
   * Gives the range that ended there, if there was one, and the one that begins.
   */
  splice(head: bigint | undefined, through: bigint): readonly FlowRange[] {
    const ended = head === undefined ? [] : this.end(head);
    this.#from = through + 1n;
    return [...ended, { from: this.#from, to: undefined }];
  }

  /** Nothing is known above `head` any more. Gives the range that ended there, if there was one. */
  end(head: bigint): readonly FlowRange[] {
    const ended = this.#from === undefined ? [] : [endedAt(this.#from, head)];
    this.#from = undefined;
    return ended;
  }
}

/** A range that turns out not to be known at all ends right before it begins. */
function endedAt(from: bigint, head: bigint): FlowRange {
  return { from, to: head + 1n < from ? from - 1n : head };
}
