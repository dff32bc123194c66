import { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Olap, OlapLane } from '../../../core/olap/port.ts';
import type { Program } from '../../../idl/anchor/program.ts';
import { NEWEST_IDL } from '../../../idl/anchor/program-tables.ts';
import { newestCheckpoint, sameCheckpoint } from '../checkpoint.ts';
import { type IndexIdentity, readIdentity, requireIdentity } from '../identity.ts';
import { readSlotFacts } from '../latest/snapshot.ts';
import { readRollbacks } from '../rollbacks.ts';
import { rowOf } from '../row.ts';
import type { SlotSnapshot } from '../slots.ts';
import { isStillThere } from '../still-there.ts';

export type ProgramSnapshot = SlotSnapshot;

interface Followed {
  readonly olap: Pick<Olap, 'reader'>;
  /** The required identity of the index. */
  readonly expected: Partial<IndexIdentity>;
  /** The IDL whose columns are read. */
  readonly program: Pick<Program, 'name' | 'idl'>;
}

const idlRow = rowOf({ sha256: z.string() });

/**
 * Reads what is known at the newest checkpoint; undefined if there is nothing newer, or if a rollback began meanwhile,
 * whose checkpoint follows.
 * @throws INDEX_FOREIGN, INDEX_IDL_DIFFERS and the errors of the store
 */
export async function advanceProgram(
  held: ProgramSnapshot | undefined,
  { olap: { reader: lane }, expected, program }: Followed,
  signal: AbortSignal,
): Promise<ProgramSnapshot | undefined> {
  const checkpoint = await newestCheckpoint(lane, signal);
  if (checkpoint === undefined) return undefined;
  if (held && sameCheckpoint(held.stamp.checkpoint, checkpoint)) return undefined;
  const identity = held?.stamp.identity ?? (await readIdentity(lane, signal));
  if (identity === undefined) return undefined;
  requireIdentity(identity, expected);
  if (held === undefined) await requireIdl(lane, program, signal);
  const [{ coverage, ...facts }, rollbacks] = await Promise.all([
    readSlotFacts(lane, checkpoint, signal),
    readRollbacks(lane, 0n, signal),
  ]);
  const { slot } = checkpoint;
  if (!(await isStillThere(lane, { checkpoint, slot }, signal))) return undefined;
  const epoch = (held?.stamp.epoch ?? 0) + 1;
  return { stamp: { slot, checkpoint, identity, epoch, ...facts }, coverage, rollbacks };
}

/** Columns of another IDL may be missing or mean something else. @throws INDEX_IDL_DIFFERS */
async function requireIdl(
  lane: OlapLane,
  { name, idl }: Followed['program'],
  signal: AbortSignal,
): Promise<void> {
  const [newest] = await lane.query({ sql: NEWEST_IDL, signal }, idlRow);
  if (newest?.sha256 !== idl.sha256) throw new LaunchlensError('INDEX_IDL_DIFFERS', { program: name });
}
