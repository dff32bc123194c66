import type { OlapLane } from '../../../core/olap/port.ts';
import { type Checkpoint, readSlotTime, readVerifiedSlot } from '../checkpoint.ts';
import { type Coverage, readCoverage } from '../coverage.ts';
import type { IndexIdentity } from '../identity.ts';
import type { Stamp } from '../model.ts';
import type { Rollback } from '../rollbacks.ts';
import { anyQuarantined, readUnreadable, type Unreadable } from '../unreadable.ts';
import type { LatestState } from './state.ts';

/** Everything of a snapshot besides the accounts. */
export interface Surroundings {
  readonly now: bigint | undefined;
  readonly verifiedSlot: bigint | undefined;
  readonly coverage: Coverage;
  readonly unreadable: Unreadable | undefined;
  /** False if no account was unreadable at any slot up to this one. */
  readonly quarantined: boolean;
}

export interface SurroundingsOptions {
  readonly signal: AbortSignal;
  /** With more unreadable accounts, no newer state is answered. */
  readonly mostUnreadable?: number;
}

export async function readSurroundings(
  lane: OlapLane,
  { checkpoint, identity }: Pick<Stamp, 'checkpoint' | 'identity'>,
  { signal, mostUnreadable: most }: SurroundingsOptions,
): Promise<Surroundings> {
  const program = identity.programId;
  const [now, verifiedSlot, coverage, quarantined] = await Promise.all([
    checkpoint.slotTime ?? readSlotTime(lane, checkpoint, signal),
    readVerifiedSlot(lane, checkpoint, signal),
    readCoverage(lane, checkpoint, signal),
    anyQuarantined(lane, checkpoint, signal),
  ]);
  const unreadable = quarantined
    ? await readUnreadable(lane, { ...checkpoint, program, signal, most })
    : undefined;
  return { now, verifiedSlot, coverage, unreadable, quarantined };
}

export interface SnapshotParts {
  readonly state: LatestState;
  readonly checkpoint: Checkpoint;
  readonly identity: IndexIdentity;
  readonly surroundings: Surroundings;
  readonly rollbacks: readonly Rollback[];
  readonly epoch: number;
}

/** The newest state, its stamp, and what the index knows of earlier slots. */
export type LatestSnapshot = ReturnType<typeof snapshotOf>;

export function snapshotOf({ state, checkpoint, identity, surroundings, rollbacks, epoch }: SnapshotParts) {
  const { now, verifiedSlot, coverage, unreadable, quarantined } = surroundings;
  return {
    state,
    coverage,
    quarantined,
    /** Newest first. */
    rollbacks,
    stamp: { slot: checkpoint.slot, now, checkpoint, identity, verifiedSlot, unreadable, epoch },
  };
}
