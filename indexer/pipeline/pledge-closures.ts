import type { CompletedSlot } from '../model/completed-slot.ts';
import type { KnownPledges } from '../model/known-pledges.ts';
import type { SlotBuffer } from '../model/slot-buffer.ts';
import { closePledges } from './close-pledges.ts';
import type { PipelineStats } from './stats.ts';

/** The Pledges that are known, and what the transactions of slots tell of their end. */
export class PledgeClosures {
  readonly #known: KnownPledges;
  readonly #stats: PipelineStats;

  constructor(known: KnownPledges, stats: PipelineStats) {
    this.#known = known;
    this.#stats = stats;
  }

  /** Whether the index has ever seen a Pledge of this address. */
  knows(address: Uint8Array): boolean {
    return this.#known.find(address) !== undefined;
  }

  learn(buffer: SlotBuffer): void {
    this.#known.learn(buffer);
  }

  /** Writes the closures that a slot's transactions tell into its buffer; true when there were any new ones. */
  settle({ meta: { slot }, buffer }: CompletedSlot): boolean {
    this.learn(buffer);
    const closed = closePledges({ slot, buffer, known: this.#known });
    this.#stats.closures += closed;
    return closed > 0;
  }
}
