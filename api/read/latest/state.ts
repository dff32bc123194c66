import { compareNewestFirst } from '../../../core/rules/launch-order.ts';
import type { LaunchVersion, PledgeVersion, TokenAccountVersion } from '../account-versions.ts';
import type { LaunchState } from '../model.ts';
import { type LaunchEntry, launchEntry, openConfig } from './launch-entry.ts';

/** Newest versions of the accounts that changed, in any order. */
export interface Changes {
  readonly launches?: readonly LaunchVersion[];
  readonly tokenAccounts?: readonly TokenAccountVersion[];
  readonly pledges?: readonly PledgeVersion[];
}

/** The newest state of every account. A version older than the held one is ignored. */
export class LatestState {
  readonly #entries = new Map<bigint, LaunchEntry>();
  #newestFirst: readonly LaunchState[] | undefined;

  entry(launchId: bigint): LaunchEntry | undefined {
    return this.#entries.get(launchId);
  }

  /** Every launch that exists, newest first. */
  get launches(): readonly LaunchState[] {
    this.#newestFirst ??= [...this.#entries.values()]
      .map(openConfig)
      .filter((launch) => launch !== undefined)
      .sort(compareNewestFirst);
    return this.#newestFirst;
  }

  get pledgeCount(): number {
    let count = 0;
    for (const { pledges } of this.#entries.values()) count += pledges.count;
    return count;
  }

  /** Synchronous, so that no reader sees a partial update. */
  apply({ launches = [], tokenAccounts = [], pledges = [] }: Changes): void {
    for (const version of launches) this.#applyLaunch(version);
    for (const version of tokenAccounts) this.#applyTokenAccount(version);
    for (const version of pledges) this.#applyPledge(version);
  }

  #applyLaunch(version: LaunchVersion): void {
    const entry = this.#entryOf(version.launchId);
    if (entry.config !== undefined && version.updatedSlot < entry.config.updatedSlot) return;
    entry.config = version;
    this.#newestFirst = undefined;
  }

  #applyTokenAccount(version: TokenAccountVersion): void {
    const { tokenAccounts } = this.#entryOf(version.launchId);
    const held = tokenAccounts[version.role];
    if (held === undefined || version.slot >= held.slot) tokenAccounts[version.role] = version;
  }

  #applyPledge(version: PledgeVersion): void {
    const { pledges, totals } = this.#entryOf(version.launchId);
    const change = pledges.apply(version);
    if (change !== undefined) totals.follow(change);
  }

  #entryOf(launchId: bigint): LaunchEntry {
    const held = this.#entries.get(launchId);
    if (held !== undefined) return held;
    const entry = launchEntry();
    this.#entries.set(launchId, entry);
    return entry;
  }
}
