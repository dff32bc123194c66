import { type Checkpoint, newestCheckpoint, sameCheckpoint } from '../checkpoint.ts';
import { type IndexIdentity, readIdentity, requireIdentity } from '../identity.ts';
import { readRollbacks } from '../rollbacks.ts';
import { isStillThere } from '../still-there.ts';
import { accountsUpTo, changeCount, everythingAt } from './changes.ts';
import { pledgesThatFit } from './load-pledges.ts';
import { readDecimals } from './mints.ts';
import { PledgeMemory } from './pledge-memory.ts';
import { RecentPast } from './recent-past.ts';
import { type LatestSnapshot, readSurroundings, snapshotOf } from './snapshot.ts';
import { type Changes, LatestState } from './state.ts';
import { type Advance, type TailOptions, tail } from './tail.ts';

export interface AdvanceOptions extends TailOptions {
  /** The required identity of the index. */
  readonly expected: Partial<IndexIdentity>;
  /** How much memory pledges may take; as much as they need without it. */
  readonly pledgeBytes?: number | undefined;
  /** Called before the whole state is read. */
  readonly onLoad?: (slot: bigint) => void;
  /** Called before the state is read again because of a rollback. */
  readonly onRollback?: () => void;
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
  { olap, expected, signal, onLoad, pledgeBytes, ...limits }: AdvanceOptions,
): Promise<Advance | undefined> {
  onLoad?.(checkpoint.slot);
  const identity = await readIdentity(olap.scanner, signal);
  if (identity === undefined) return undefined;
  requireIdentity(identity, expected);
  const state = new LatestState(new PledgeMemory(pledgeBytes));
  const since = everythingAt(checkpoint, signal);
  let rows = 0;
  const applyAll = async (portions: AsyncIterable<Changes>): Promise<void> => {
    for await (const changes of portions) {
      state.apply(changes);
      rows += changeCount(changes);
    }
  };
  await applyAll(accountsUpTo(olap.scanner, since));
  await applyAll(pledgesThatFit(olap.scanner, since, { state, before: held?.state }));
  state.apply(await readDecimals(olap.scanner, { state, launches: state.launches, checkpoint, signal }));
  const surroundings = await readSurroundings(olap.scanner, { checkpoint, identity }, { ...limits, signal });
  const rollbacks = await readRollbacks(olap.scanner, 0n, signal);
  const epoch = (held?.stamp.epoch ?? 0) + 1;
  const recent = new RecentPast(checkpoint.slot);
  const snapshot = snapshotOf({ state, recent, checkpoint, identity, surroundings, rollbacks, epoch });
  return { by: 'load', rows, launchIds: undefined, apply: () => snapshot };
}
