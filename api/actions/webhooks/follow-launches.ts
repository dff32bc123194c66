import type { Clock } from '../../../core/kernel/clock.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import { AT_ONCE, repeat, type Worked } from '../../../core/kernel/retries.ts';
import type { Queries } from '../../../core/oltp/port.ts';
import { phaseOf, settlementOutcome } from '../../../core/rules/phase.ts';
import type { LaunchStatus } from '../../../schemas/launch-statuses.ts';
import { openConfig } from '../../read/latest/launch-entry.ts';
import type { LatestSnapshot } from '../../read/latest/snapshot.ts';
import type { LatestState } from '../../read/latest/state.ts';
import type { LatestStore } from '../../read/latest/store.ts';
import { createWaker } from '../../read/latest/waker.ts';
import type { LaunchState } from '../../read/model.ts';
import { emitEvent } from '../../state/outbox/emit.ts';
import type { AnnouncedPhases } from '../../state/webhooks/announced-phases.ts';
import { wireAmount } from '../wire.ts';

const IDLE_MS = 60_000;
const RETRY = { initialMs: 250, maximumMs: 30_000 };

export interface FollowOptions {
  readonly store: Pick<LatestStore, 'onStep' | 'held'>;
  readonly announced: AnnouncedPhases;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** What this process knows to have been announced about one chain. */
interface Known {
  readonly chain: string;
  readonly phases: Map<bigint, LaunchStatus>;
}

/** The launches that may have changed since the last check; undefined if any may have. */
type Changed = Set<bigint> | undefined;

/**
 * Sends webhook events for launches that entered another phase, by the newest state, until the signal aborts. Of several
 * processes, one announces each phase. Phases from before the first start are not announced.
 */
export async function followLaunches({
  store,
  announced,
  clock,
  logger,
  signal,
}: FollowOptions): Promise<void> {
  const waker = createWaker(clock);
  let newest = store.held;
  let changed: Changed;
  const leave = store.onStep(({ snapshot, launchIds }) => {
    newest = snapshot;
    if (launchIds === undefined) changed = undefined;
    else for (const id of launchIds) changed?.add(id);
    waker.wake();
  });
  let known: Known | undefined;
  const work = async (): Promise<Worked> => {
    const asked = changed;
    changed = new Set();
    if (newest) known = await announceChanges(newest, asked, { known, announced });
    if ((changed as Changed)?.size === 0) await waker.wait(IDLE_MS, signal);
    return AT_ONCE;
  };
  await repeat(work, {
    ...{ clock, logger, signal, everyMs: IDLE_MS, backoff: RETRY },
    saying: 'announcing launches failed and is tried again',
    // Forgets what was announced, so that it is looked up again.
    onFailure: () => {
      [known, changed] = [undefined, undefined];
    },
  }).finally(leave);
}

/** The state is read before the first wait: afterwards it is that of a later step. */
async function announceChanges(
  { state, stamp }: LatestSnapshot,
  changed: Changed,
  { known: before, announced }: { readonly known: Known | undefined; readonly announced: AnnouncedPhases },
): Promise<Known> {
  const { checkpoint, identity } = stamp;
  const chain = `${identity.cluster} ${identity.programId}`;
  const { indexedAt } = checkpoint;
  const same = before?.chain === chain ? before : undefined;
  const launches = launchesOf(state, same && changed);
  const known = same ?? (await knownOf(chain, { launches, indexedAt, announced }));
  for (const launch of launches) {
    const { launchId, status: phase } = launch;
    if (known.phases.get(launchId) === phase) continue;
    const now = await announced.announce(chain, { launchId, phase, indexedAt }, (queries, last) =>
      emitLaunchEvents(queries, { launch, before: last, at: indexedAt }),
    );
    known.phases.set(launchId, now);
  }
  return known;
}

function launchesOf(state: LatestState, changed: Changed): readonly LaunchState[] {
  if (changed === undefined) return state.launches;
  return [...changed].flatMap((id) => {
    const entry = state.entry(id);
    return (entry && openConfig(entry)) ?? [];
  });
}

/** What was announced about a chain. Its state at the very first check is not announced, even if that is empty. */
async function knownOf(
  chain: string,
  {
    launches,
    indexedAt,
    announced,
  }: {
    readonly launches: readonly LaunchState[];
    readonly indexedAt: number;
    readonly announced: AnnouncedPhases;
  },
): Promise<Known> {
  const before = await announced.all(chain);
  if (before) return { chain, phases: new Map(before) };
  const seen = launches.map(({ launchId, status: phase }) => ({ launchId, phase }));
  await announced.begin(chain, indexedAt, seen);
  // Another process may have checked first, with an older state.
  return { chain, phases: new Map(await announced.all(chain)) };
}

/** The webhook events of a launch that enters another phase. */
async function emitLaunchEvents(
  queries: Queries,
  { launch, before, at }: { launch: LaunchState; before: LaunchStatus | undefined; at: number },
): Promise<void> {
  const { address, status, updatedSlot: slot } = launch;
  const phase = phaseOf(launch);
  const common = { launch_id: wireAmount(launch.launchId), address, phase };
  const changed = { ...common, previous_phase: before ?? ('not_created' as const) };
  await emitEvent(queries, { kind: 'launch.phase_changed', at, slot, data: changed });
  const outcome = settlementOutcome(status);
  // Once per outcome: a launch that succeeded is already settled when it is finalized.
  if (outcome === undefined || (before !== undefined && settlementOutcome(before) === outcome)) return;
  const settled = {
    ...{ ...common, outcome, total_pledged: wireAmount(launch.totalPledged) },
    token_allocation: wireAmount(launch.tokenAllocation),
  };
  await emitEvent(queries, { kind: 'launch.settled', at, slot, data: settled });
}
