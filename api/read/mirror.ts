import type { OlapLane } from '../../core/olap/port.ts';
import { requireHeld } from './coverage.ts';
import { historyView } from './history/view.ts';
import type { LatestSnapshot } from './latest/snapshot.ts';
import { latestView } from './latest/view.ts';
import type { Answer, MirrorView, Stamped } from './questions.ts';
import { readSlotTime } from './slot-time.ts';

/** The launch mirror: the newest state from memory, any earlier slot that the index holds from ClickHouse. */
export interface Mirror {
  /**
   * Asks one question of the state exactly at `slot`, or of the newest without one.
   * @throws MIRROR_NOT_READY, SLOT_AHEAD, SLOT_NOT_HELD
   */
  ask<Facts>(slot: bigint | undefined, question: (view: MirrorView) => Answer<Facts>): Answer<Facts>;
}

export interface MirrorOptions {
  readonly store: { snapshot(): LatestSnapshot };
  readonly lane: OlapLane;
  /** Longest time that one question about history may take. */
  readonly historyLimitMs?: number;
}

export function createMirror({ store, lane, historyLimitMs = 15_000 }: MirrorOptions): Mirror {
  async function askPast<Facts>(
    slot: bigint,
    { stamp }: LatestSnapshot,
    question: (view: MirrorView) => Answer<Facts>,
  ): Promise<Stamped<Facts>> {
    const signal = AbortSignal.timeout(historyLimitMs);
    const { revision } = stamp.checkpoint;
    const now = await readSlotTime(lane, { slot, revision }, signal);
    return question(historyView(lane, { ...stamp, slot, now }, signal));
  }

  return {
    ask: (slot, question) => {
      const snapshot = store.snapshot();
      if (slot === undefined || slot === snapshot.stamp.slot) return question(latestView(snapshot));
      requireHeld(slot, snapshot.stamp.slot, snapshot.coverage);
      return askPast(slot, snapshot, question);
    },
  };
}
