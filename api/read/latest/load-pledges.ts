import { inChunks } from '../../../core/kernel/chunks.ts';
import type { OlapLane } from '../../../core/olap/port.ts';
import { compareNewestFirst } from '../../../core/rules/newest-first.ts';
import { pledgesUpTo, type Since } from './changes.ts';
import { versionsByLaunch } from './pledge-counts.ts';
import { PledgeTable, tableBytes } from './pledge-table.ts';
import type { Changes, LatestState } from './state.ts';

/** Ids per statement: ClickHouse limits the length of its text. */
const MOST_IDS = 2_000;

export interface States {
  /** Has every account but the pledges. */
  readonly state: LatestState;
  /** What was in memory before. */
  readonly before: LatestState | undefined;
}

/**
 * The pledges of as many launches as fit into memory: first of those last asked for in the state before, then of the
 * newest. The other launches are cold afterwards, and their pledges are not read.
 */
export async function* pledgesThatFit(lane: OlapLane, since: Since, states: States): AsyncGenerator<Changes> {
  const { state } = states;
  if (state.memory.budget === Number.POSITIVE_INFINITY) {
    yield* pledgesUpTo(lane, since);
    return;
  }
  const versions = await versionsByLaunch(lane, since);
  let cold = allCold(states, versions);
  const { slot } = since.checkpoint;
  // A launch may have far fewer accounts than versions. So after each round there is room for more.
  for (;;) {
    const chosen = takeThoseThatFit(state, cold, slot);
    if (chosen.size === 0) return;
    const isAll = chosen.size === cold.length && cold.length === versions.size;
    cold = cold.filter((launchId) => !chosen.has(launchId));
    if (isAll) yield* pledgesUpTo(lane, since);
    else for (const some of inChunks([...chosen], MOST_IDS)) yield* pledgesUpTo(lane, since, some);
  }
}

/** Lets go of what memory has of launches with pledges, and returns these launches, the most wanted first. */
function allCold({ state, before }: States, versions: ReadonlyMap<bigint, number>): readonly bigint[] {
  const candidates = [...versions].map(([launchId, accounts]) => {
    const entry = state.entryOf(launchId);
    state.memory.drop(entry);
    entry.accounts = accounts;
    entry.isCounted = false;
    const lastAsked = before?.entry(launchId)?.lastAsked ?? -1;
    return { launchId, lastAsked, startTs: entry.config?.startTs ?? 0n };
  });
  const mostWanted = candidates
    .sort((a, b) => b.lastAsked - a.lastAsked || compareNewestFirst(a, b))
    .map(({ launchId }) => launchId);
  for (const launchId of mostWanted.toReversed()) state.ask(launchId);
  return mostWanted;
}

/** Makes an empty table for each launch whose pledges fit. */
function takeThoseThatFit(state: LatestState, cold: readonly bigint[], slot: bigint): ReadonlySet<bigint> {
  const { memory } = state;
  let room = memory.budget - memory.bytes;
  const chosen = cold.filter((launchId) => {
    const { accounts } = state.entryOf(launchId);
    const bytes = tableBytes(accounts);
    if (bytes > room || !memory.canHold(accounts)) return false;
    room -= bytes;
    return true;
  });
  for (const launchId of chosen) memory.hold(state.entryOf(launchId), new PledgeTable(), slot);
  return new Set(chosen);
}
