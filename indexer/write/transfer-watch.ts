import type { Checkpoint } from '../model/checkpoint.ts';
import type { CompletedSlot } from '../model/completed-slot.ts';
import type { Heard } from './chain-heard.ts';

/** Payout requests are settled by transfers that the store shows as final, so those must not wait long for a checkpoint. */
export class TransferWatch {
  /** The newest slot with a transfer of the treasury. */
  #slot: bigint | undefined;

  /** @param start The checkpoint of an earlier run, before which there may be transfers */
  constructor(start: Checkpoint | undefined) {
    this.#slot = start?.slot;
  }

  took({ meta: { slot }, buffer: { treasuryTransfers } }: CompletedSlot): void {
    if (treasuryTransfers.rows > 0 && slot > (this.#slot ?? -1n)) this.#slot = slot;
  }

  /** Whether a transfer has become final, and the checkpoint does not say so. */
  isDue(checkpoint: Checkpoint | undefined, { finalizedSlot }: Pick<Heard, 'finalizedSlot'>): boolean {
    if (this.#slot === undefined) return false;
    return finalizedSlot >= this.#slot && (checkpoint?.finalizedSlot ?? -1n) < this.#slot;
  }
}
