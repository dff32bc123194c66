import type { CompletedSlot } from '../model/completed-slot.ts';
import { closeAccounts, endedIn, withLaunches } from './close-accounts.ts';
import type { FollowedAccounts } from './followed-accounts.ts';
import type { KnownOfIndex } from './known-of-index.ts';
import type { PipelineStats } from './stats.ts';

export interface SlotCloserOptions {
  readonly known: KnownOfIndex;
  readonly launches: { readonly accounts: Pick<FollowedAccounts, 'launchAt'> };
  readonly stats: PipelineStats;
}

/** Closes the accounts that ended in a slot, once it is known what they were. */
export class SlotCloser {
  readonly #options: SlotCloserOptions;

  constructor(options: SlotCloserOptions) {
    this.#options = options;
  }

  /** Has accounts that ended in an incomplete slot looked up, so that the slot need not wait. */
  foresee(addresses: readonly Uint8Array[]): void {
    const unsure = addresses.filter((address) => !this.#isSure(address));
    if (unsure.length > 0) void this.#options.known.ask(unsure);
  }

  /** Resolves when the store has said what the ended accounts of a slot were; undefined if that is known. */
  answers({ buffer }: Pick<CompletedSlot, 'buffer'>): Promise<void> | undefined {
    const unsure = endedIn(buffer).filter((address) => !this.#isSure(address));
    return unsure.length === 0 ? undefined : this.#options.known.ask(unsure);
  }

  /** Adds the accounts that ended to the slot's rows; true if there were any new ones. */
  close({ meta: { slot }, buffer }: CompletedSlot): boolean {
    const { known, launches, stats } = this.#options;
    known.learn(buffer);
    const closed = closeAccounts({ slot, buffer, known: withLaunches(known, launches.accounts) });
    stats.closures += closed;
    return closed > 0;
  }

  #isSure(address: Uint8Array): boolean {
    const { known, launches } = this.#options;
    return launches.accounts.launchAt(address) !== undefined || known.isSure(address);
  }
}
