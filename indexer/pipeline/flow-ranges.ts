import type { FlowRange } from '../model/completed-slot.ts';

/**
 * From which slot every movement in or out of every escrow is known. Every launch is followed before the first
 * slot with it is emitted, so one range applies to all of them; only a snapshot, which shows balances and no
 * movements, ends it.
 */
export class FlowRanges {
  #from: bigint | undefined;

  constructor(from: bigint | undefined) {
    this.#from = from;
  }

  /** First slot of the growing range; undefined if there is none. */
  get from(): bigint | undefined {
    return this.#from;
  }

  /** Restores a range that began at `from`. */
  restore(from: bigint | undefined): void {
    this.#from = from;
  }

  /**
   * The stream continues above `through`; the last slot before it was `head`. Returns the range that ended there,
   * if any, and the one that begins.
   */
  splice(head: bigint | undefined, through: bigint): readonly FlowRange[] {
    const ended = head === undefined ? [] : this.end(head);
    this.#from = through + 1n;
    return [...ended, { from: this.#from, to: undefined }];
  }

  /** Nothing is known above `head` any more. Returns the range that ended there, if any. */
  end(head: bigint): readonly FlowRange[] {
    const ended = this.#from === undefined ? [] : [endedAt(this.#from, head)];
    this.#from = undefined;
    return ended;
  }
}

/** A range that turns out to be unknown ends right before it begins. */
function endedAt(from: bigint, head: bigint): FlowRange {
  return { from, to: head + 1n < from ? from - 1n : head };
}
