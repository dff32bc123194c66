import type { Olap } from '../../../core/olap/port.ts';
import type { Checkpoint } from '../checkpoint.ts';
import type { Coverage } from '../coverage.ts';
import { changeCount, launchIdsOf, type Tail, tailUpTo } from './changes.ts';
import { readDecimals } from './mints.ts';
import {
  type LatestSnapshot,
  readSurroundings,
  type Surroundings,
  type SurroundingsOptions,
  snapshotOf,
} from './snapshot.ts';
import type { Changes } from './state.ts';

/** A longer tail is read as a fresh state: applying it would take too much memory at once and block requests. */
const LONGEST_TAIL = 50_000;

export interface TailOptions extends SurroundingsOptions {
  readonly olap: Olap;
  readonly longestTail?: number;
}

/** The path to the newest snapshot, all read and checked. */
export interface Advance {
  readonly by: 'load' | 'tail';
  /** Versions read. */
  readonly rows: number;
  /** The changed launches; undefined if any may have changed. */
  readonly launchIds: ReadonlySet<bigint> | undefined;
  /**
   * Returns the new snapshot. A tail updates the state in place, so the caller must publish the snapshot in the same
   * synchronous step: otherwise a reader could see new accounts with the old stamp.
   */
  readonly apply: () => LatestSnapshot;
}

/** The changes from the held snapshot to a checkpoint; undefined if there are too many. */
export async function tail(
  held: LatestSnapshot,
  checkpoint: Checkpoint,
  { olap, signal, longestTail = LONGEST_TAIL, ...limits }: TailOptions,
): Promise<Advance | undefined> {
  const { state, stamp } = held;
  const { identity } = stamp;
  // A later slot may have the revision of the held one, if that was pushed.
  const since = { from: stamp.checkpoint.revision, next: stamp.slot + 1n, checkpoint, signal };
  const [found, surroundings] = await Promise.all([
    tailUpTo(olap.reader, since, longestTail),
    readSurroundings(olap.reader, { checkpoint, identity }, { ...limits, signal }),
  ]);
  if (!found) return undefined;
  const { portions } = found;
  const launches = [...state.launches, ...portions.flatMap((changes) => changes.launches ?? [])];
  const decimals = await readDecimals(olap.reader, { state, launches, checkpoint, signal });
  return stepBy(held, { checkpoint, found, surroundings, decimals });
}

interface Found {
  readonly checkpoint: Checkpoint;
  readonly found: Tail;
  readonly surroundings: Surroundings;
  /** Of mints that the state lacks. */
  readonly decimals?: Pick<Changes, 'decimals'>;
}

/** The step from the held snapshot by changes that are all known. */
export function stepBy(
  held: LatestSnapshot,
  { checkpoint, found, surroundings, decimals = {} }: Found,
): Advance {
  const { state, recent, stamp, rollbacks } = held;
  const { portions } = found;
  const { identity } = stamp;
  const [was = [], is = []] = [stamp.unreadable?.launchIds, surroundings.unreadable?.launchIds];
  const hidden = [...was.filter((id) => !is.includes(id)), ...is.filter((id) => !was.includes(id))];
  const epoch = stamp.epoch + 1;
  const snapshot = snapshotOf({ state, recent, checkpoint, identity, surroundings, rollbacks, epoch });
  const apply = (): LatestSnapshot => {
    applyTail(held, found);
    state.apply(decimals);
    if (continues(held, found, surroundings)) recent.reach(checkpoint.slot, found.times ?? []);
    else recent.restart(checkpoint.slot);
    return snapshot;
  };
  const rows = portions.reduce((sum, changes) => sum + changeCount(changes), 0);
  return { by: 'tail', rows, launchIds: new Set([...portions.flatMap(launchIdsOf), ...hidden]), apply };
}

function applyTail({ state, recent }: LatestSnapshot, { portions }: Tail): void {
  for (const { slot, ...changes } of portions) {
    if (slot === undefined) state.apply(changes);
    else state.apply(changes, (launchId, undo) => recent.add({ slot, launchId, undo }));
  }
}

/**
 * Whether all that is new belongs to later slots, and every version of them was read. A repair, a late block time, an
 * account in quarantine or a gap may change the answer at an earlier slot.
 */
function continues(
  { stamp, recent, coverage, quarantine }: LatestSnapshot,
  { portions, times }: Tail,
  now: Surroundings,
): boolean {
  const isLater = ({ slot = 0n }: { readonly slot?: bigint }): boolean => slot > stamp.slot;
  if (!times?.every(isLater) || !portions.every(isLater)) return false;
  if (stamp.unreadable || now.unreadable) return false;
  const { rows, newestRevision } = now.quarantine;
  if (rows !== quarantine.rows || newestRevision !== quarantine.newestRevision) return false;
  return !isLost(coverage, recent.from) && !isLost(now.coverage, recent.from);
}

/** Whether any slot from `from` on is lost, and so may be filled without a new revision. */
function isLost({ lost }: Coverage, from: bigint): boolean {
  return lost.some(({ to }) => to >= from);
}
