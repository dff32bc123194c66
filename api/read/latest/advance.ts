import type { Olap } from '../../../core/olap/port.ts';
import { type Checkpoint, newestCheckpoint, sameCheckpoint } from '../checkpoint.ts';
import { type IndexIdentity, readIdentity, requireIdentity } from '../identity.ts';
import { readRollbacks } from '../rollbacks.ts';
import { isStillThere } from '../still-there.ts';
import { changeCount, changesUpTo, launchIdsOf, tailUpTo } from './changes.ts';
import { type LatestSnapshot, readSurroundings, type SurroundingsOptions, snapshotOf } from './snapshot.ts';
import { LatestState } from './state.ts';

/** A longer tail is read as a fresh state: applying it would take too much memory at once and block requests. */
const LONGEST_TAIL = 50_000;

export interface AdvanceOptions extends SurroundingsOptions {
  readonly olap: Olap;
  /** The required identity of the index. */
  readonly expected: Partial<IndexIdentity>;
  readonly longestTail?: number;
  /** Called before the whole state is read. */
  readonly onLoad?: (slot: bigint) => void;
  /** Called before the state is read again because of a rollback. */
  readonly onRollback?: () => void;
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

/**
 * Reads what leads from `held` to the newest checkpoint; undefined if there is nothing newer, or if a rollback began
 * meanwhile, whose checkpoint follows.
 * @throws INDEX_FOREIGN and the errors of the store
 */
export async function advance(
  held: LatestSnapshot | undefined,
  options: AdvanceOptions,
): Promise<Advance | undefined> {
  const checkpoint = await newestCheckpoint(options.olap.reader, options.signal);
  if (checkpoint === undefined) return undefined;
  const found = await advanceTo(checkpoint, held, options);
  if (found === undefined) return undefined;
  const there = await isStillThere(
    options.olap.reader,
    { checkpoint, slot: checkpoint.slot },
    options.signal,
  );
  return there ? found : undefined;
}

async function advanceTo(
  checkpoint: Checkpoint,
  held: LatestSnapshot | undefined,
  options: AdvanceOptions,
): Promise<Advance | undefined> {
  if (held !== undefined && checkpoint.rollbackRevision !== held.stamp.checkpoint.rollbackRevision) {
    options.onRollback?.();
    return load(held, checkpoint, options);
  }
  if (held === undefined || replaced(held.stamp.checkpoint, checkpoint))
    return load(held, checkpoint, options);
  if (sameCheckpoint(held.stamp.checkpoint, checkpoint)) return undefined;
  return (await tail(held, checkpoint, options)) ?? load(held, checkpoint, options);
}

/** Slots and revisions only grow, except for rollbacks; smaller ones mean that the index was rebuilt. */
function replaced(held: Checkpoint, found: Checkpoint): boolean {
  return found.revision < held.revision || found.slot < held.slot;
}

async function load(
  held: LatestSnapshot | undefined,
  checkpoint: Checkpoint,
  { olap, expected, signal, onLoad, ...limits }: AdvanceOptions,
): Promise<Advance | undefined> {
  onLoad?.(checkpoint.slot);
  const identity = await readIdentity(olap.scanner, signal);
  if (identity === undefined) return undefined;
  requireIdentity(identity, expected);
  const state = new LatestState();
  let rows = 0;
  for await (const changes of changesUpTo(olap.scanner, { from: 0n, checkpoint, signal })) {
    state.apply(changes);
    rows += changeCount(changes);
  }
  const surroundings = await readSurroundings(olap.scanner, { checkpoint, identity }, { ...limits, signal });
  const rollbacks = await readRollbacks(olap.scanner, 0n, signal);
  const epoch = (held?.stamp.epoch ?? 0) + 1;
  const snapshot = snapshotOf({ state, checkpoint, identity, surroundings, rollbacks, epoch });
  return { by: 'load', rows, launchIds: undefined, apply: () => snapshot };
}

async function tail(
  held: LatestSnapshot,
  checkpoint: Checkpoint,
  { olap, signal, longestTail = LONGEST_TAIL, ...limits }: AdvanceOptions,
): Promise<Advance | undefined> {
  const { state, stamp, rollbacks } = held;
  const since = { from: stamp.checkpoint.revision + 1n, checkpoint, signal };
  const { identity } = stamp;
  const [portions, surroundings] = await Promise.all([
    tailUpTo(olap.reader, since, longestTail),
    readSurroundings(olap.reader, { checkpoint, identity }, { ...limits, signal }),
  ]);
  if (!portions) return undefined;
  const [was = [], is = []] = [stamp.unreadable?.launchIds, surroundings.unreadable?.launchIds];
  const hidden = [...was.filter((id) => !is.includes(id)), ...is.filter((id) => !was.includes(id))];
  const snapshot = snapshotOf({
    state,
    checkpoint,
    identity,
    surroundings,
    rollbacks,
    epoch: stamp.epoch + 1,
  });
  const apply = (): LatestSnapshot => {
    for (const changes of portions) state.apply(changes);
    return snapshot;
  };
  const rows = portions.reduce((sum, changes) => sum + changeCount(changes), 0);
  return { by: 'tail', rows, launchIds: new Set([...portions.flatMap(launchIdsOf), ...hidden]), apply };
}
