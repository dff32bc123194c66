import type { Olap } from '../../../core/olap/port.ts';
import { newestCheckpoint, sameCheckpoint } from '../checkpoint.ts';
import { type IndexIdentity, readIdentity, requireIdentity } from '../identity.ts';
import { readSlotFacts } from '../latest/snapshot.ts';
import { readRollbacks } from '../rollbacks.ts';
import type { SlotSnapshot } from '../slots.ts';
import { isStillThere } from '../still-there.ts';

export type ProgramSnapshot = SlotSnapshot;

interface Followed {
  readonly olap: Pick<Olap, 'reader'>;
  /** The required identity of the index. */
  readonly expected: Partial<IndexIdentity>;
}

/**
 * Reads what is known at the newest checkpoint; undefined if there is nothing newer, or if a rollback began meanwhile,
 * whose checkpoint follows.
 * @throws INDEX_FOREIGN and the errors of the store
 */
export async function advanceProgram(
  held: ProgramSnapshot | undefined,
  { olap: { reader: lane }, expected }: Followed,
  signal: AbortSignal,
): Promise<ProgramSnapshot | undefined> {
  const checkpoint = await newestCheckpoint(lane, signal);
  if (checkpoint === undefined) return undefined;
  if (held && sameCheckpoint(held.stamp.checkpoint, checkpoint)) return undefined;
  const identity = held?.stamp.identity ?? (await readIdentity(lane, signal));
  if (identity === undefined) return undefined;
  requireIdentity(identity, expected);
  const [{ coverage, ...facts }, rollbacks] = await Promise.all([
    readSlotFacts(lane, checkpoint, signal),
    readRollbacks(lane, 0n, signal),
  ]);
  const { slot } = checkpoint;
  if (!(await isStillThere(lane, { checkpoint, slot }, signal))) return undefined;
  const epoch = (held?.stamp.epoch ?? 0) + 1;
  return { stamp: { slot, checkpoint, identity, epoch, ...facts }, coverage, rollbacks };
}
