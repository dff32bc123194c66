import type { CoverageRange } from './batch.ts';

/** A piece of the ledger is closed at this many slots, about seven minutes. */
const PIECE_SLOTS = 1_000n;

/**
 * Records streamed slots in the coverage ledger in pieces, so that the ledger grows by a row in minutes and not by
 * one a batch. The first piece of a run is recorded at once.
 */
export class StreamedLedger {
  #from: bigint | undefined;
  #first = true;

  /** `coveredTo` is the last slot that the ledger knows; what follows it has been streamed since. */
  constructor(coveredTo: bigint | undefined) {
    this.#from = coveredTo === undefined ? undefined : coveredTo + 1n;
  }

  /** The piece to record once everything up to `slot` is streamed, if one is due. */
  reach(slot: bigint): CoverageRange | undefined {
    this.#from ??= slot;
    if (slot < this.#from) return undefined;
    if (!this.#first && slot - this.#from + 1n < PIECE_SLOTS) return undefined;
    return this.#piece(slot);
  }

  /** Ends the run at `head`, because what follows was not streamed; the next begins after `next`. */
  cut(head: bigint | undefined, next: bigint): CoverageRange | undefined {
    const open = this.#from !== undefined && head !== undefined && this.#from <= head;
    const piece = open ? this.#piece(head) : undefined;
    this.#from = next + 1n;
    this.#first = true;
    return piece;
  }

  /** Slots above `slot` are taken back; what the ledger said of them is gone. */
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
