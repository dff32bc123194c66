import { type Clock, systemClock } from '../../core/kernel/clock.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { OlapLane } from '../../core/olap/port.ts';
import { type Coverage, requireHeld } from './coverage.ts';
import type { Stamp } from './model.ts';
import { type Pin, type Rollback, survives } from './rollbacks.ts';
import { stillThere } from './still-there.ts';

/** Solana's target slot time; a stalled index counts as this many slots behind. */
const SLOT_MS = 400;

/** The newest stamp of an index, and what is known of its earlier slots. */
export interface SlotSnapshot {
  readonly stamp: Stamp;
  readonly coverage: Coverage;
  /** Newest first. */
  readonly rollbacks: readonly Rollback[];
}

export interface SlotStore<Snapshot extends SlotSnapshot = SlotSnapshot> {
  /** @throws MIRROR_NOT_READY */
  snapshot(): Snapshot;
  readonly held: Snapshot | undefined;
  onStep(listener: () => void): () => void;
}

export interface SlotsOptions {
  readonly store: SlotStore;
  readonly lane: OlapLane;
  readonly clock?: Clock | undefined;
  /** Time limit of one history query. */
  readonly historyLimitMs?: number | undefined;
}

/** Which slots of an index can be asked for, whatever its accounts are. */
export type Slots = ReturnType<typeof createSlots>;

export function createSlots({ store, lane, clock = systemClock, historyLimitMs = 15_000 }: SlotsOptions) {
  const newestRollback = (): bigint => store.held?.stamp.checkpoint.rollbackRevision ?? 0n;
  return {
    limit: (): AbortSignal => AbortSignal.timeout(historyLimitMs),
    /** Guards answers from tables that a rollback may change while they are read. */
    still: stillThere({
      lane,
      caughtUp: (revision) => settles(store, () => newestRollback() > revision, historyLimitMs),
    }),
    /** The slot to read from the tables; undefined for the newest. @throws SLOT_AHEAD, SLOT_NOT_HELD */
    past: (slot: bigint | undefined, { stamp, coverage }: SlotSnapshot): bigint | undefined => {
      if (slot === undefined || slot === stamp.slot) return undefined;
      requireHeld(slot, stamp.slot, coverage);
      return slot;
    },
    /**
     * Refuses a slot that was shown and has been rolled back since, because its number may now belong to another block.
     * @throws SLOT_TAKEN_BACK, and MIRROR_NOT_READY for one shown by another process that is ahead of this one
     */
    requireShown: (pin: Pin) => {
      const { rollbacks, stamp } = store.snapshot();
      if (!survives(pin, rollbacks)) throw new LaunchlensError('SLOT_TAKEN_BACK', { slot: pin.slot });
      if (pin.rollback <= stamp.checkpoint.rollbackRevision) return;
      throw new LaunchlensError('MIRROR_NOT_READY', { reason: `it has not reached slot ${pin.slot}` });
    },
    /** Waits until the newest slot is at least `slot`; false after `limitMs`. */
    reach: (slot: bigint, limitMs: number) =>
      settles(store, () => (store.held?.stamp.slot ?? -1n) >= slot, limitMs),
    /**
     * How many slots the newest state is behind the chain: the known ones, or the number that fit into the time since the
     * last checkpoint if greater, since a stalled index knows of no new slots.
     * @throws MIRROR_NOT_READY
     */
    lag: () => {
      const { slot, chainSlot, indexedAt } = store.snapshot().stamp.checkpoint;
      const heard = chainSlot - slot;
      const stood = BigInt(Math.floor(Math.max(0, clock.now() - indexedAt) / SLOT_MS));
      return heard > stood ? heard : stood;
    },
  };
}

/** Checks after each step of the store; false after `limitMs`. */
function settles(store: SlotStore, reached: () => boolean, limitMs: number): Promise<boolean> {
  if (reached()) return Promise.resolve(true);
  return new Promise((resolve) => {
    const end = (result: boolean): void => {
      clearTimeout(timer);
      leave();
      resolve(result);
    };
    const timer = setTimeout(() => end(false), limitMs);
    const leave = store.onStep(() => {
      if (reached()) end(true);
    });
  });
}
