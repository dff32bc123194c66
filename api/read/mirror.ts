import type { Clock } from '../../core/kernel/clock.ts';
import type { Tally } from '../../core/kernel/metrics/tally.ts';
import type { OlapLane } from '../../core/olap/port.ts';
import { readSlotTime } from './checkpoint.ts';
import { DigestMemory } from './exports/digest-memory.ts';
import { flowRows } from './exports/flow-rows.ts';
import { pledgeRows } from './exports/pledge-rows.ts';
import { historyView } from './history/view.ts';
import { type LatestSnapshot, stateAt } from './latest/snapshot.ts';
import { latestView } from './latest/view.ts';
import type { Stamp } from './model.ts';
import type { Answer, MirrorView, Stamped } from './questions.ts';
import { type MirrorRecords, recordsAt } from './records/records.ts';
import { createSlots, type SlotStore } from './slots.ts';
import { readUnreadable } from './unreadable.ts';

/** Rows per page of an export: read in about 90 ms, and processed in about 10 ms, which blocks all other requests. */
const EXPORT_PAGE_ROWS = 32_768;

export interface MirrorStore extends SlotStore<LatestSnapshot> {
  /** Counts the answers of earlier slots by where they came from. */
  readonly pastAnswers: Pick<Tally, 'add'>;
  /** Hears of each answer for which these launches' pledges were not in memory. */
  missed(launchIds: readonly bigint[]): void;
}

export interface MirrorOptions {
  readonly store: MirrorStore;
  readonly lane: OlapLane;
  /** For queries over whole tables; defaults to `lane`. */
  readonly scanner?: OlapLane;
  readonly clock?: Clock;
  /** Time limit of one history query. */
  readonly historyLimitMs?: number;
  readonly exportPageRows?: number;
  /** With more unreadable accounts at an earlier slot, nothing is answered for it. */
  readonly mostUnreadable?: number;
}

/** The launch mirror: the newest state and the recent past from memory, any earlier known slot from ClickHouse. */
export type Mirror = ReturnType<typeof createMirror>;

export function createMirror(options: MirrorOptions) {
  const { store, lane, scanner = lane, clock, historyLimitMs } = options;
  const { exportPageRows: pageRows = EXPORT_PAGE_ROWS, mostUnreadable: most } = options;
  const digests = new DigestMemory();
  const { limit, still, past, requireShown, reach, lag } = createSlots({
    ...{ store, lane, clock, historyLimitMs },
  });

  async function pastStamp(
    slot: bigint,
    { stamp, quarantine }: LatestSnapshot,
    signal: AbortSignal,
  ): Promise<Stamp> {
    const at = { slot, revision: stamp.checkpoint.revision };
    const program = stamp.identity.programId;
    const [now, unreadable] = await Promise.all([
      readSlotTime(lane, at, signal),
      quarantine.rows > 0n ? readUnreadable(lane, { ...at, program, signal, most }) : undefined,
    ]);
    return { ...stamp, slot, now, unreadable };
  }

  async function stampAt(wanted: bigint | undefined, signal = limit()): Promise<Stamp> {
    const snapshot = store.snapshot();
    const slot = past(wanted, snapshot);
    if (slot === undefined) return snapshot.stamp;
    return stateAt(snapshot, slot)?.stamp ?? pastStamp(slot, snapshot, signal);
  }

  /** Queries the tables, even for the newest slot. */
  async function askPast<Facts>(
    wanted: bigint | undefined,
    question: (view: MirrorView) => Answer<Facts>,
  ): Promise<Stamped<Facts>> {
    const signal = limit();
    const stamp = await stampAt(wanted, signal);
    return question(historyView(lane, stamp, signal));
  }

  return {
    /**
     * Queries the state exactly at `slot`, or the newest by default.
     * @throws MIRROR_NOT_READY, SLOT_AHEAD, SLOT_NOT_HELD, ACCOUNT_UNREADABLE
     */
    ask: <Facts>(
      wanted: bigint | undefined,
      question: (view: MirrorView) => Answer<Facts>,
    ): Answer<Facts> => {
      const snapshot = store.snapshot();
      const slot = past(wanted, snapshot);
      const held = slot === undefined ? snapshot : stateAt(snapshot, slot);
      let from: 'memory' | 'store' = held ? 'memory' : 'store';
      const answer =
        held &&
        question(
          latestView(held, (cold) => {
            from = 'store';
            if (cold) store.missed(cold);
            return historyView(lane, held.stamp, limit());
          }),
        );
      if (slot !== undefined) store.pastAnswers.add(from);
      if (!answer) return still.settled(() => askPast(wanted, question));
      if (!(answer instanceof Promise)) return answer;
      let first: typeof answer | undefined = answer;
      return still.settled(() => {
        const asked = first ?? askPast(wanted, question);
        first = undefined;
        return asked;
      });
    },
    /** Queries the records of how the state came about, up to `slot` or the newest. @throws as `ask` */
    askRecords: <Facts>(wanted: bigint | undefined, question: (records: MirrorRecords) => Promise<Facts>) =>
      still.settled(async () => {
        const signal = limit();
        const stamp = await stampAt(wanted, signal);
        return { stamp, facts: await question(recordsAt({ lane, scanner }, stamp, signal)) };
      }),
    /** The stamp of an answer at `slot`, or by default at the newest. @throws as `ask` */
    stampAt: (wanted: bigint | undefined) => stampAt(wanted),
    requireShown,
    /** All pledges of a launch at a stamp of this mirror. */
    pledgeRows: (stamp: Stamp, launchId: bigint) => {
      stamp.unreadable?.requireLaunch(launchId);
      stamp.unreadable?.requirePledges(launchId);
      const rows = pledgeRows({ lane: scanner, stamp, pageRows }, launchId);
      return digests.remembering(`pledges ${launchId}`, stamp, still.rows(rows, stamp));
    },
    /** All movements of a launch's escrow up to a stamp of this mirror. */
    flowRows: (stamp: Stamp, launchId: bigint) => {
      const rows = flowRows({ lane: scanner, stamp, pageRows }, launchId);
      return digests.remembering(`flows ${launchId}`, stamp, still.rows(rows, stamp));
    },
    reach,
    lag,
  };
}
