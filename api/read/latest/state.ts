import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { compareNewestFirst } from '../../../core/rules/newest-first.ts';
import type { LaunchVersion, PledgeVersion, TokenAccountVersion } from '../account-versions.ts';
import type { LaunchState } from '../model.ts';
import type { MintDecimals } from '../records/mint-decimals.ts';
import { type NewestEntry, newestEntry, openConfig, type Undo } from './launch-entry.ts';
import { PledgeMemory } from './pledge-memory.ts';
import type { PledgeTable } from './pledge-table.ts';

/** Newest versions of the accounts that changed, in any order. */
export interface Changes {
  readonly launches?: readonly LaunchVersion[];
  readonly tokenAccounts?: readonly TokenAccountVersion[];
  readonly pledges?: readonly PledgeVersion[];
  /** Decimals of mints, which never change. */
  readonly decimals?: ReadonlyMap<Pubkey, MintDecimals>;
}

/** Hears of each change how to undo it. */
export type OnChange = (launchId: bigint, undo: Undo) => void;

/**
 * The newest state of every account, except for the pledges of cold launches. A version older than the held one is
 * ignored.
 */
export class LatestState {
  readonly memory: PledgeMemory;
  readonly #entries = new Map<bigint, NewestEntry>();
  readonly #decimals = new Map<Pubkey, MintDecimals>();
  #newestFirst: readonly LaunchState[] | undefined;

  constructor(memory = new PledgeMemory()) {
    this.memory = memory;
  }

  entry(launchId: bigint): NewestEntry | undefined {
    return this.#entries.get(launchId);
  }

  get launchIds(): Iterable<bigint> {
    return this.#entries.keys();
  }

  entries(): Iterable<NewestEntry> {
    return this.#entries.values();
  }

  /** The entry of a launch whose pledges are asked for. */
  ask(launchId: bigint): NewestEntry | undefined {
    const entry = this.#entries.get(launchId);
    if (entry) this.memory.ask(entry);
    return entry;
  }

  /** The entry of a launch id, made if there is none. */
  entryOf(launchId: bigint): NewestEntry {
    const held = this.#entries.get(launchId);
    if (held !== undefined) return held;
    const entry = newestEntry();
    this.#entries.set(launchId, entry);
    this.memory.ask(entry);
    this.memory.grow(entry.pledges?.bytes ?? 0);
    return entry;
  }

  /** Takes the pledges of a cold launch, of which nothing is known before the slot `since`. */
  hold(entry: NewestEntry, pledges: PledgeTable, since: bigint): void {
    this.memory.hold(entry, pledges, since);
    this.memory.fit(this.#entries.values());
  }

  /** Frees the pledges of a state that nobody asks any more. */
  release(): void {
    for (const entry of this.#entries.values()) this.memory.drop(entry);
  }

  /** Every launch that exists, newest first. */
  get launches(): readonly LaunchState[] {
    this.#newestFirst ??= [...this.#entries.values()]
      .map(openConfig)
      .filter((launch) => launch !== undefined)
      .sort(compareNewestFirst);
    return this.#newestFirst;
  }

  /** Undefined if the index does not know the mint, or did not at an earlier `slot`. */
  decimalsOf(mint: Pubkey, slot?: bigint): number | undefined {
    const known = this.#decimals.get(mint);
    return known && (slot === undefined || slot >= known.since) ? known.decimals : undefined;
  }

  get pledgeCount(): number {
    let count = 0;
    for (const { pledges } of this.#entries.values()) count += pledges?.count ?? 0;
    return count;
  }

  /** Launches whose pledges are not in memory. */
  get coldCount(): number {
    let count = 0;
    for (const { pledges } of this.#entries.values()) count += Number(!pledges);
    return count;
  }

  /** Synchronous, so that no reader sees a partial update. */
  apply({ launches = [], tokenAccounts = [], pledges = [], decimals }: Changes, onChange?: OnChange): void {
    for (const version of launches) this.#applyLaunch(version, onChange);
    for (const version of tokenAccounts) this.#applyTokenAccount(version, onChange);
    for (const version of pledges) this.#applyPledge(version, onChange);
    for (const [mint, known] of decimals ?? []) this.#decimals.set(mint, known);
    this.memory.fit(this.#entries.values());
  }

  #applyLaunch(version: LaunchVersion, onChange?: OnChange): void {
    const entry = this.entryOf(version.launchId);
    const { config } = entry;
    if (config !== undefined && version.updatedSlot < config.updatedSlot) return;
    entry.config = version;
    this.#newestFirst = undefined;
    onChange?.(version.launchId, (parts) => {
      parts.config = config;
    });
  }

  #applyTokenAccount(version: TokenAccountVersion, onChange?: OnChange): void {
    const { launchId, role } = version;
    const { tokenAccounts } = this.entryOf(launchId);
    const held = tokenAccounts[role];
    if (held !== undefined && version.slot < held.slot) return;
    tokenAccounts[role] = version;
    onChange?.(launchId, (parts) => {
      parts.tokenAccounts[role] = held;
    });
  }

  #applyPledge(version: PledgeVersion, onChange?: OnChange): void {
    const { pledges, totals, arriving } = this.entryOf(version.launchId);
    if (!pledges) {
      arriving?.push(version);
      return;
    }
    const { bytes } = pledges;
    const change = pledges.apply(version);
    if (change === undefined) return;
    this.memory.grow(pledges.bytes - bytes);
    totals.follow(change);
    onChange?.(version.launchId, (parts) => {
      parts.pledges.set(change.row, change.values);
    });
  }
}
