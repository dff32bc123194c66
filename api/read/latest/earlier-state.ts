import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { compareNewestFirst } from '../../../core/rules/newest-first.ts';
import { isSettled } from '../lists.ts';
import type { LaunchState } from '../model.ts';
import {
  type LaunchEntry,
  type LaunchParts,
  type NewestEntry,
  openConfig,
  type Undo,
} from './launch-entry.ts';
import { weightOf } from './pledges.ts';
import type { LatestState } from './state.ts';

/** The accounts at one slot. */
export interface AccountState {
  entry(launchId: bigint): LaunchEntry | undefined;
  /** The entry of a launch whose pledges are asked for. */
  ask(launchId: bigint): LaunchEntry | undefined;
  /** Undefined if the index does not know the mint. */
  decimalsOf(mint: Pubkey): number | undefined;
  /** Every launch that exists, newest first. */
  readonly launches: readonly LaunchState[];
}

/** The state at `slot`, before some changes, by launch, the newest change first. Valid until the newest state changes. */
export function earlierState(
  newest: LatestState,
  slot: bigint,
  undos: ReadonlyMap<bigint, readonly Undo[]>,
): AccountState {
  const entries = new Map<bigint, LaunchEntry>();
  for (const [launchId, ofLaunch] of undos) {
    const entry = newest.entry(launchId);
    if (entry) entries.set(launchId, earlierEntry(entry, slot, ofLaunch));
  }
  const at = (launchId: bigint, found: NewestEntry | undefined): LaunchEntry | undefined =>
    entries.get(launchId) ?? (found && entryAt(found, slot));
  return {
    decimalsOf: (mint) => newest.decimalsOf(mint, slot),
    entry: (launchId) => at(launchId, newest.entry(launchId)),
    ask: (launchId) => at(launchId, newest.ask(launchId)),
    get launches() {
      const unchanged = newest.launches.filter(({ launchId }) => !entries.has(launchId));
      const changed = [...entries.values()].map(openConfig).filter((launch) => launch !== undefined);
      return [...unchanged, ...changed].sort(compareNewestFirst);
    },
  };
}

/** Of a launch whose pledges came into memory since, nobody knows how to undo their changes. */
function isHeldAt({ pledges, heldSince }: NewestEntry, slot: bigint): boolean {
  return !pledges || heldSince <= slot;
}

function entryAt(entry: NewestEntry, slot: bigint): LaunchEntry {
  return isHeldAt(entry, slot) ? entry : { ...entry, pledges: undefined };
}

function earlierEntry(entry: NewestEntry, slot: bigint, undos: readonly Undo[]): LaunchEntry {
  const parts: LaunchParts = {
    config: entry.config,
    tokenAccounts: { ...entry.tokenAccounts },
    pledges: new Map(),
  };
  for (const undo of undos) undo(parts);
  const { config, tokenAccounts } = parts;
  const { pledges, totals } = entry;
  if (!pledges || !isHeldAt(entry, slot)) return { config, tokenAccounts, pledges: undefined, totals };
  // Counted once for the newest state, they are at hand for every earlier one.
  if (entry.config && isSettled(entry.config)) totals.of(entry.config, pledges);
  const changes = [...parts.pledges].map(([row, values]) => ({
    before: pledges.weight(row),
    after: weightOf(values),
  }));
  return { config, tokenAccounts, pledges: pledges.before(parts.pledges), totals: totals.after(changes) };
}
