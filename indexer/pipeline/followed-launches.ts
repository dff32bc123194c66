import type { CompletedSlot } from '../model/completed-slot.ts';
import type { KnownLaunch } from '../model/known-launch.ts';
import type { SlotBuffer } from '../model/slot-buffer.ts';
import { FollowedAccounts, type FollowedAccountsOptions } from './followed-accounts.ts';
import { OlderAccounts } from './older-accounts.ts';
import type { PipelineStats } from './stats.ts';

export interface FollowedLaunchesOptions extends FollowedAccountsOptions {
  readonly stats: PipelineStats;
}

/** The known launches, and what must be followed for them. */
export class FollowedLaunches {
  readonly #options: FollowedLaunchesOptions;
  #accounts: FollowedAccounts;
  /** The accounts of the launches in the next slot, which cannot be emitted without them. */
  #older: OlderAccounts | undefined;

  constructor(options: FollowedLaunchesOptions, launches: readonly KnownLaunch[]) {
    this.#options = options;
    this.#accounts = new FollowedAccounts(options);
    this.#add(launches);
  }

  get accounts(): FollowedAccounts {
    return this.#accounts;
  }

  get older(): OlderAccounts | undefined {
    return this.#older;
  }

  /** The accounts of new launches have been read or streamed. */
  settled(): void {
    this.#older = undefined;
  }

  /** Slots were rolled back: launches in them are discovered again, maybe with other accounts. */
  restart(launches: readonly KnownLaunch[]): void {
    this.#accounts = new FollowedAccounts(this.#options);
    this.#older = undefined;
    this.#add(launches);
  }

  /** Whether a slot may be emitted: not while its launches have accounts that the stream does not follow yet. */
  admits({ meta: { slot }, buffer }: CompletedSlot): boolean {
    const launches = this.#accounts.discover(buffer);
    if (launches.length === 0) return true;
    const followed = new Set(this.#accounts.outsideKeys);
    this.#add(launches);
    const added = this.#accounts.outsideKeys.filter((key) => !followed.has(key));
    this.#older = new OlderAccounts(slot, [...(this.#older?.keys ?? []), ...added]);
    return false;
  }

  /** Follows the new launches of a slot; true if there were any. */
  followNew(buffer: SlotBuffer): boolean {
    const launches = this.#accounts.discover(buffer);
    this.#add(launches);
    return launches.length > 0;
  }

  #add(launches: readonly KnownLaunch[]): void {
    this.#accounts.add(launches);
    this.#options.stats.launches = this.#accounts.launches;
  }
}
