import type { CompletedSlot } from '../model/completed-slot.ts';
import type { KnownAccounts } from '../model/known-accounts.ts';
import type { SlotBuffer } from '../model/slot-buffer.ts';
import { closeAccounts } from './close-accounts.ts';
import type { PipelineStats } from './stats.ts';

/** The accounts that no key follows, and what the transactions of slots tell of their end. */
export class AccountClosures {
  readonly #known: KnownAccounts;
  readonly #stats: PipelineStats;

  constructor(known: KnownAccounts, stats: PipelineStats) {
    this.#known = known;
    this.#stats = stats;
  }

  /** Whether the index has ever seen a Pledge, or an account that it could not read, at this address. */
  knows(address: Uint8Array): boolean {
    return this.#known.find(address) !== undefined;
  }

  learn(buffer: SlotBuffer): void {
    this.#known.learn(buffer);
  }

  /** Writes the closures that a slot's transactions tell into its buffer; true when there were any new ones. */
  settle({ meta: { slot }, buffer }: CompletedSlot): boolean {
    this.learn(buffer);
    const closed = closeAccounts({ slot, buffer, known: this.#known });
    this.#stats.closures += closed;
    return closed > 0;
  }
}
