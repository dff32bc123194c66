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
    if (entry) entries.set(launchId, earlierEntry(entry, ofLaunch));
  }
  return {
    decimalsOf: (mint) => newest.decimalsOf(mint, slot),
    entry: (launchId) => entries.get(launchId) ?? newest.entry(launchId),
    get launches() {
      const unchanged = newest.launches.filter(({ launchId }) => !entries.has(launchId));
      const changed = [...entries.values()].map(openConfig).filter((launch) => launch !== undefined);
      return [...unchanged, ...changed].sort(compareNewestFirst);
    },
  };
}

function earlierEntry(entry: NewestEntry, undos: readonly Undo[]): LaunchEntry {
  const parts: LaunchParts = {
    config: entry.config,
    tokenAccounts: { ...entry.tokenAccounts },
    pledges: new Map(),
  };
  for (const undo of undos) undo(parts);
  // Counted once for the newest state, they are at hand for every earlier one.
  if (entry.config && isSettled(entry.config)) entry.totals.of(entry.config, entry.pledges);
  const changes = [...parts.pledges].map(([row, values]) => ({
    before: entry.pledges.weight(row),
    after: weightOf(values),
  }));
  return {
    ...parts,
    pledges: entry.pledges.before(parts.pledges),
    totals: entry.totals.after(changes),
  };
}
