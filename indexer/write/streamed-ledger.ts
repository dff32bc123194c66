import type { CoverageRange } from '../model/completed-slot.ts';

/** A range of the ledger is closed at this many slots, about seven minutes. */
const PIECE_SLOTS = 1_000n;

/**
 * Records streamed slots in the coverage ledger in ranges, so that the ledger grows by one row every few minutes
 * instead of one per batch. The first range of a run is recorded immediately.
 */
export class StreamedLedger {
  #from: bigint | undefined;
  #first = true;

  /** `coveredTo` is the last slot in the ledger; everything since has been streamed. */
  constructor(coveredTo: bigint | undefined) {
    this.#from = coveredTo === undefined ? undefined : coveredTo + 1n;
  }

  /** The range to record once everything up to `slot` is streamed, if one is due. */
  reach(slot: bigint): CoverageRange | undefined {
    this.#from ??= slot;
    if (slot < this.#from) return undefined;
    if (!this.#first && slot - this.#from + 1n < PIECE_SLOTS) return undefined;
    return this.#piece(slot);
  }

  /** Ends the range at `head`, because what follows was not streamed; the next begins after `next`. */
  cut(head: bigint | undefined, next: bigint): CoverageRange | undefined {
    const open = this.#from !== undefined && head !== undefined && this.#from <= head;
    const piece = open ? this.#piece(head) : undefined;
    this.#from = next + 1n;
    this.#first = true;
    return piece;
  }

  /** Slots above `slot` were rolled back, and their ledger rows removed. */
  goBack(slot: bigint): void {
    if (this.#from !== undefined && this.#from > slot + 1n) this.#from = slot + 1n;
  }

  #piece(to: bigint): CoverageRange {
    const from = this.#from ?? to;
    this.#from = to + 1n;
    this.#first = false;
    return { from, to, state: 'streamed', source: 'stream', cause: '' };
  }
}
