import { type Clock, systemClock } from '../../core/kernel/clock.ts';
import type { OlapLane } from '../../core/olap/port.ts';
import { requireHeld } from './coverage.ts';
import { DigestMemory } from './exports/digest-memory.ts';
import { flowRows } from './exports/flow-rows.ts';
import { pledgeRows } from './exports/pledge-rows.ts';
import type { ExportRows } from './exports/rows.ts';
import { historyView } from './history/view.ts';
import type { LatestSnapshot } from './latest/snapshot.ts';
import { latestView } from './latest/view.ts';
import type { Stamp } from './model.ts';
import type { Answer, MirrorView, Stamped } from './questions.ts';
import type { MirrorRecords } from './records/questions.ts';
import { recordsAt } from './records/records.ts';
import { readSlotTime } from './slot-time.ts';

/** What Solana aims at; with it a standstill of the index counts as slots that it is behind. */
const SLOT_MS = 400;

/**
 * Rows of one page of an export: read in some 90 ms, and taken over in some 10 ms during which no other request is
 * served.
 */
const EXPORT_PAGE_ROWS = 32_768;

/** The launch mirror: the newest state from memory, any earlier slot that the index holds from ClickHouse. */
export interface Mirror {
  /**
   * Asks one question of the state exactly at `slot`, or of the newest without one.
   * @throws MIRROR_NOT_READY, SLOT_AHEAD, SLOT_NOT_HELD
   */
  ask<Facts>(slot: bigint | undefined, question: (view: MirrorView) => Answer<Facts>): Answer<Facts>;
  /** Asks the records of how the state came about, up to `slot` or the newest. @throws as `ask` */
  askRecords<Facts>(
    slot: bigint | undefined,
    question: (records: MirrorRecords) => Promise<Facts>,
  ): Promise<Stamped<Facts>>;
  /** The stamp of an answer at `slot`, or at the newest without one. @throws as `ask` */
  stampAt(slot: bigint | undefined): Promise<Stamp>;
  /** All pledges of a launch at a stamp of this mirror. */
  pledgeRows(stamp: Stamp, launchId: bigint): ExportRows;
  /** All movements of a launch's escrow up to a stamp of this mirror. */
  flowRows(stamp: Stamp, launchId: bigint): ExportRows;
  /** Waits until the newest slot is at least `slot`; false when that takes longer than `limitMs`. */
  reach(slot: bigint, limitMs: number): Promise<boolean>;
  /**
   * How many slots the newest state is behind the chain: those heard of, or those that the time since the last
   * checkpoint is worth if they are more, since an index that stands still hears of nothing.
   * @throws MIRROR_NOT_READY
   */
  lag(): bigint;
}

export interface MirrorStore {
  snapshot(): LatestSnapshot;
  readonly held: LatestSnapshot | undefined;
  onStep(listener: () => void): () => void;
}

export interface MirrorOptions {
  readonly store: MirrorStore;
  readonly lane: OlapLane;
  /** For questions that look through whole tables; `lane` without one. */
  readonly scanner?: OlapLane;
  readonly clock?: Clock;
  /** Longest time that one question about history may take. */
  readonly historyLimitMs?: number;
  readonly exportPageRows?: number;
}

export function createMirror(options: MirrorOptions): Mirror {
  const { store, lane, scanner = lane, clock = systemClock, historyLimitMs = 15_000 } = options;
  const { exportPageRows: pageRows = EXPORT_PAGE_ROWS } = options;
  const digests = new DigestMemory();
  const limit = (): AbortSignal => AbortSignal.timeout(historyLimitMs);

  /** Undefined where the newest is asked for. */
  function past(slot: bigint | undefined, { stamp, coverage }: LatestSnapshot): bigint | undefined {
    if (slot === undefined || slot === stamp.slot) return undefined;
    requireHeld(slot, stamp.slot, coverage);
    return slot;
  }

  async function pastStamp(slot: bigint, { stamp }: LatestSnapshot, signal: AbortSignal): Promise<Stamp> {
    const { revision } = stamp.checkpoint;
    return { ...stamp, slot, now: await readSlotTime(lane, { slot, revision }, signal) };
  }

  async function stampAt(wanted: bigint | undefined, signal = limit()): Promise<Stamp> {
    const snapshot = store.snapshot();
    const slot = past(wanted, snapshot);
    return slot === undefined ? snapshot.stamp : pastStamp(slot, snapshot, signal);
  }

  return {
    ask: (wanted, question) => {
      const snapshot = store.snapshot();
      const slot = past(wanted, snapshot);
      if (slot === undefined) {
        return question(latestView(snapshot, () => historyView(lane, snapshot.stamp, limit())));
      }
      const signal = limit();
      return pastStamp(slot, snapshot, signal).then((stamp) => question(historyView(lane, stamp, signal)));
    },
    askRecords: async (wanted, question) => {
      const signal = limit();
      const stamp = await stampAt(wanted, signal);
      return { stamp, facts: await question(recordsAt({ lane, scanner }, stamp, signal)) };
    },
    stampAt: (wanted) => stampAt(wanted),
    pledgeRows: (stamp, launchId) =>
      digests.remembering(
        `pledges ${launchId}`,
        stamp,
        pledgeRows({ lane: scanner, stamp, pageRows }, launchId),
      ),
    flowRows: (stamp, launchId) =>
      digests.remembering(`flows ${launchId}`, stamp, flowRows({ lane: scanner, stamp, pageRows }, launchId)),
    reach: (slot, limitMs) => reach(store, slot, limitMs),
    lag: () => {
      const { slot, chainSlot, indexedAt } = store.snapshot().stamp.checkpoint;
      const heard = chainSlot - slot;
      const stood = BigInt(Math.floor(Math.max(0, clock.now() - indexedAt) / SLOT_MS));
      return heard > stood ? heard : stood;
    },
  };
}

/** Looks whenever the store moves on, and never in between. */
function reach(store: MirrorStore, slot: bigint, limitMs: number): Promise<boolean> {
  const reached = (): boolean => (store.held?.stamp.slot ?? -1n) >= slot;
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
