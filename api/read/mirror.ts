import { type Clock, systemClock } from '../../core/kernel/clock.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Tally } from '../../core/kernel/metrics/tally.ts';
import type { OlapLane } from '../../core/olap/port.ts';
import { readSlotTime } from './checkpoint.ts';
import { requireHeld } from './coverage.ts';
import { DigestMemory } from './exports/digest-memory.ts';
import { flowRows } from './exports/flow-rows.ts';
import { pledgeRows } from './exports/pledge-rows.ts';
import { historyView } from './history/view.ts';
import { type LatestSnapshot, stateAt } from './latest/snapshot.ts';
import { latestView } from './latest/view.ts';
import type { Stamp } from './model.ts';
import type { Answer, MirrorView, Stamped } from './questions.ts';
import { type MirrorRecords, recordsAt } from './records/records.ts';
import { type Pin, survives } from './rollbacks.ts';
import { stillThere } from './still-there.ts';
import { readUnreadable } from './unreadable.ts';

/** Solana's target slot time; a stalled index counts as this many slots behind. */
const SLOT_MS = 400;

/** Rows per page of an export: read in about 90 ms, and processed in about 10 ms, which blocks all other requests. */
const EXPORT_PAGE_ROWS = 32_768;

export interface MirrorStore {
  snapshot(): LatestSnapshot;
  readonly held: LatestSnapshot | undefined;
  /** Counts the answers of earlier slots by where they came from. */
  readonly pastAnswers: Pick<Tally, 'add'>;
  onStep(listener: () => void): () => void;
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
  const { store, lane, scanner = lane, clock = systemClock, historyLimitMs = 15_000 } = options;
  const { exportPageRows: pageRows = EXPORT_PAGE_ROWS, mostUnreadable: most } = options;
  const digests = new DigestMemory();
  const limit = (): AbortSignal => AbortSignal.timeout(historyLimitMs);
  const still = stillThere({
    lane,
    caughtUp: (revision) => settles(store, () => newestRollback(store) > revision, historyLimitMs),
  });

  /** Undefined for the newest. */
  function past(slot: bigint | undefined, { stamp, coverage }: LatestSnapshot): bigint | undefined {
    if (slot === undefined || slot === stamp.slot) return undefined;
    requireHeld(slot, stamp.slot, coverage);
    return slot;
  }

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
      if (slot !== undefined) store.pastAnswers.add(held ? 'memory' : 'store');
      if (!held) return still.settled(() => askPast(wanted, question));
      const answer = question(latestView(held, () => historyView(lane, held.stamp, limit())));
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

function newestRollback({ held }: MirrorStore): bigint {
  return held?.stamp.checkpoint.rollbackRevision ?? 0n;
}

/** Checks after each step of the store; false after `limitMs`. */
function settles(store: MirrorStore, reached: () => boolean, limitMs: number): Promise<boolean> {
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
