import type { OlapLane } from '../../../core/olap/port.ts';
import { type Checkpoint, readSlotTime, readVerifiedSlot } from '../checkpoint.ts';
import { type Coverage, readCoverage } from '../coverage.ts';
import type { IndexIdentity } from '../identity.ts';
import type { Stamp } from '../model.ts';
import type { Rollback } from '../rollbacks.ts';
import { type Quarantine, readQuarantine, readUnreadable, type Unreadable } from '../unreadable.ts';
import type { AccountState } from './earlier-state.ts';
import type { RecentPast } from './recent-past.ts';
import type { LatestState } from './state.ts';

/** What is known of the slots of an index, whatever its accounts are. */
export interface SlotFacts {
  readonly now: bigint | undefined;
  readonly verifiedSlot: bigint | undefined;
  readonly coverage: Coverage;
}

export async function readSlotFacts(
  lane: OlapLane,
  checkpoint: Checkpoint,
  signal?: AbortSignal,
): Promise<SlotFacts> {
  const [now, verifiedSlot, coverage] = await Promise.all([
    checkpoint.slotTime ?? readSlotTime(lane, checkpoint, signal),
    readVerifiedSlot(lane, checkpoint, signal),
    readCoverage(lane, checkpoint, signal),
  ]);
  return { now, verifiedSlot, coverage };
}

/** Everything of a snapshot besides the accounts. */
export interface Surroundings extends SlotFacts {
  readonly unreadable: Unreadable | undefined;
  readonly quarantine: Quarantine;
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
  const [facts, quarantine] = await Promise.all([
    readSlotFacts(lane, checkpoint, signal),
    readQuarantine(lane, checkpoint, signal),
  ]);
  const unreadable =
    quarantine.rows > 0n ? await readUnreadable(lane, { ...checkpoint, program, signal, most }) : undefined;
  return { ...facts, unreadable, quarantine };
}

export interface SnapshotParts {
  readonly state: LatestState;
  readonly recent: RecentPast;
  readonly checkpoint: Checkpoint;
  readonly identity: IndexIdentity;
  readonly surroundings: Surroundings;
  readonly rollbacks: readonly Rollback[];
  readonly epoch: number;
}

/** The newest state, its stamp, and what the index knows of earlier slots. */
export type LatestSnapshot = ReturnType<typeof snapshotOf>;

export function snapshotOf({
  state,
  recent,
  checkpoint,
  identity,
  surroundings,
  rollbacks,
  epoch,
}: SnapshotParts) {
  const { now, verifiedSlot, coverage, unreadable, quarantine } = surroundings;
  return {
    state,
    /** The way back to earlier slots. */
    recent,
    coverage,
    quarantine,
    /** Newest first. */
    rollbacks,
    stamp: { slot: checkpoint.slot, now, checkpoint, identity, verifiedSlot, unreadable, epoch },
  };
}

/** The accounts at one slot, in memory, and what answers from them are exact at. */
export interface StateAt {
  readonly state: AccountState;
  readonly stamp: Stamp;
}

/** The state at an earlier slot, if it is in memory. Valid until the newest state changes. */
export function stateAt({ state, recent, stamp }: LatestSnapshot, slot: bigint): StateAt | undefined {
  const earlier = recent.at(slot, state);
  return (
    earlier && { state: earlier.state, stamp: { ...stamp, slot, now: earlier.now, unreadable: undefined } }
  );
}
