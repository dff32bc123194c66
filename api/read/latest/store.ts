import type { Clock } from '../../../core/kernel/clock.ts';
import { isLaunchlensError, LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import { Observations } from '../../../core/kernel/metrics/observations.ts';
import { Tally } from '../../../core/kernel/metrics/tally.ts';
import { backoffDelay } from '../../../core/kernel/retries.ts';
import type { Olap } from '../../../core/olap/port.ts';
import { ignoreStuck } from '../../../core/olap/settled.ts';
import type { Checkpoint } from '../checkpoint.ts';
import type { IndexIdentity } from '../identity.ts';
import { advance } from './advance.ts';
import { advanceBy, type PushedSlot, type PushedStep, pushedStep } from './pushed.ts';
import type { LatestSnapshot } from './snapshot.ts';
import type { Advance } from './tail.ts';
import { createWaker } from './waker.ts';
import { createWarming } from './warming.ts';

const POLL_MS = 100;
/** Whoever is told of every checkpoint needs to look only in case that one was missed. */
const NUDGED_POLL_MS = 1_000;
/** The same where its slots are pushed. */
const PUSHED_POLL_MS = 15_000;
/** Slots pushed while the store is read; with more of them, they are read too. */
const MOST_PUSHED = 256;
const RETRY = { initialMs: 100, maximumMs: 5_000 };

/** Whether the store follows the index, and otherwise why not. */
export type StoreStatus =
  /** Nothing has been indexed yet. */
  | { readonly phase: 'empty'; readonly reason: string }
  | { readonly phase: 'loading'; readonly reason: string }
  | { readonly phase: 'ready' }
  | { readonly phase: 'failing'; readonly reason: string };

export interface StoreCounters {
  loads: number;
  tails: number;
  rows: number;
  failures: number;
  /** Answers from ClickHouse because pledges were not in memory. */
  coldAnswers: number;
  /** Launches whose pledges came into memory after that. */
  warmed: number;
}

/** One step of the store to a newer checkpoint. */
export interface StoreStep {
  readonly snapshot: LatestSnapshot;
  /** The changed launches; undefined if any may have changed. */
  readonly launchIds: ReadonlySet<bigint> | undefined;
}

export interface LatestStoreOptions {
  readonly olap: Olap;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly expected?: Partial<IndexIdentity>;
  readonly pollMs?: number;
  /** Makes durable whatever was pushed; without it, nothing is pushed. @throws MIRROR_NOT_READY if the store takes no rows */
  readonly settle?: (() => Promise<void>) | undefined;
  readonly longestTail?: number;
  /** How much memory pledges may take; as much as they need without it. */
  readonly pledgeBytes?: number | undefined;
  readonly mostUnreadable?: number;
}

type Position = Pick<Checkpoint, 'slot' | 'revision'>;

/** Whether whoever knows the rows up to one position knows those up to the other. */
function covers(known: Position, other: Position): boolean {
  if (known.revision !== other.revision) return known.revision > other.revision;
  return known.slot >= other.slot;
}

/** The newest state of the index in memory, always exact at one checkpoint. */
export type LatestStore = ReturnType<typeof createLatestStore>;

export function createLatestStore(options: LatestStoreOptions) {
  const { olap, clock, logger, expected = {}, pollMs = POLL_MS, settle } = options;
  const waker = createWaker(clock);
  const counters: StoreCounters = {
    ...{ loads: 0, tails: 0, rows: 0, failures: 0 },
    ...{ coldAnswers: 0, warmed: 0 },
  };
  const publication = new Observations('launchlens_api_publication_seconds');
  const pastAnswers = new Tally('launchlens_api_past_answers_total', [['memory'], ['store']]);
  const listeners = new Set<(step: StoreStep) => void>();
  let held: LatestSnapshot | undefined;
  let nudged = false;
  /** Slots pushed and not applied yet: while `advancing`, the path from the held snapshot is being read. */
  let pushed: PushedStep[] = [];
  let advancing = false;
  /** A slot was pushed since the running wait began. */
  let heard = false;
  /** The newest checkpoint that is known to be durable. */
  let durable: Position | undefined;
  /** The state in memory is of a dead fork: it is not served while the state is read again. */
  let dead = false;
  let status: StoreStatus = { phase: 'loading', reason: 'reading the newest state' };
  /** While the index is followed. */
  let following: AbortSignal | undefined;
  const warming = createWarming({
    ...{ olap, clock, logger },
    held: () => (dead ? undefined : held),
    settled: () => settled(),
    onWarmed: () => {
      counters.warmed += 1;
    },
  });

  function publish(found: Advance | undefined): void {
    if (found !== undefined) {
      held = found.apply();
      dead = false;
      counters.rows += found.rows;
      counters[found.by === 'load' ? 'loads' : 'tails'] += 1;
      if (found.by === 'tail') publication.observe((clock.now() - held.stamp.checkpoint.indexedAt) / 1000);
      else logger.info({ slot: held.stamp.slot, rows: found.rows }, 'loaded the newest state');
    }
    status = held && !dead ? { phase: 'ready' } : { phase: 'empty', reason: 'nothing has been indexed yet' };
    if (held === undefined || found === undefined) return;
    for (const listener of [...listeners]) listener({ snapshot: held, launchIds: found.launchIds });
  }

  function fail(error: unknown): void {
    const code = isLaunchlensError(error) ? error.code : 'INTERNAL';
    if (status.phase !== 'failing') logger.warn({ err: error }, 'following the index fails; trying again');
    counters.failures += 1;
    status = { phase: 'failing', reason: `reading the index fails (${code})` };
  }

  function onRollback(): void {
    dead = true;
    held?.state.release();
    status = { phase: 'loading', reason: 'slots of a fork that died are taken back' };
  }

  function onLoad(slot: bigint): void {
    if (held === undefined) status = { phase: 'loading', reason: `loading the state at slot ${slot}` };
  }

  /** Applies what was pushed, as far as each slot follows the one before; the rest is read from the store. */
  function applyPushed(): void {
    for (const step of pushed.splice(0)) {
      if (held === undefined || dead) return;
      if (step.checkpoint.slot <= held.stamp.slot) continue;
      const found = advanceBy(held, step);
      if (found === undefined) {
        waker.wake();
        return;
      }
      publish(found);
    }
  }

  async function readStore(signal: AbortSignal): Promise<void> {
    advancing = true;
    try {
      await settle?.().catch(ignoreStuck);
      const found = await advance(held, { ...options, expected, signal, onLoad, onRollback });
      publish(found);
      if (found !== undefined) durable = held?.stamp.checkpoint;
    } finally {
      advancing = false;
    }
    applyPushed();
  }

  /** Whether everything that the held snapshot knows is in the store. */
  function isDurable(): boolean {
    return held === undefined || durable === undefined || covers(durable, held.stamp.checkpoint);
  }

  async function settled(): Promise<void> {
    if (!isDurable()) await settle?.();
  }

  async function run(signal: AbortSignal): Promise<void> {
    following = signal;
    await follow(signal);
    await warming.ended();
  }

  async function follow(signal: AbortSignal): Promise<void> {
    let failed = 0;
    while (!signal.aborted) {
      try {
        await readStore(signal);
        failed = 0;
      } catch (error) {
        if (signal.aborted) return;
        fail(error);
        failed += 1;
      }
      // A failing store is not queried more often because the indexer is busy.
      if (failed > 0) await clock.sleep(backoffDelay(failed - 1, RETRY), signal).catch(() => undefined);
      else await untilDue(signal);
    }
  }

  /** While slots are pushed, a look would find nothing else in an embedded store, and have it write what it gathers. */
  async function untilDue(signal: AbortSignal): Promise<void> {
    do {
      heard = false;
      if (await waker.wait(pollEvery(), signal)) return;
    } while (heard && status.phase === 'ready' && olap.kind === 'embedded' && !signal.aborted);
  }

  function pollEvery(): number {
    if (!nudged) return pollMs;
    return Math.max(pollMs, settle ? PUSHED_POLL_MS : NUDGED_POLL_MS);
  }

  return {
    get status() {
      return status;
    },
    /** The newest snapshot, if one was loaded. */
    get held() {
      return dead ? undefined : held;
    },
    /** The revision of the newest checkpoint that is known to be in the store. */
    get stored() {
      return durable?.revision;
    },
    counters,
    publication,
    pastAnswers,
    /** The newest snapshot, even while following fails: it stays correct for its slot. @throws MIRROR_NOT_READY */
    snapshot: () => {
      if (held !== undefined && !dead) return held;
      const reason = status.phase === 'ready' ? 'loading' : status.reason;
      throw new LaunchlensError('MIRROR_NOT_READY', { reason });
    },
    /** Checks for a newer checkpoint immediately instead of at the next poll, unless this one says nothing new. */
    nudge: (checkpoint?: Position) => {
      nudged = true;
      durable = checkpoint ?? durable;
      // Other processes may have added to a server what no checkpoint tells, such as a range that was repaired.
      if (checkpoint && held && olap.kind === 'embedded' && covers(held.stamp.checkpoint, checkpoint)) return;
      waker.wake();
    },
    /** Takes a slot before it is in the store. Whoever reads the store for an answer waits for `settled` first. */
    push: (slot: PushedSlot) => {
      heard = true;
      if (pushed.length === MOST_PUSHED) pushed = [];
      const step = pushedStep(slot);
      if (step) pushed.push(step);
      else waker.wake();
      if (!advancing) applyPushed();
    },
    /** Resolves when the store has everything that the snapshot knows. @throws MIRROR_NOT_READY */
    settled,
    /** Counts an answer for which these launches' pledges were not in memory, and begins to read them. */
    missed: (launchIds: readonly bigint[]) => {
      counters.coldAnswers += 1;
      if (following) warming.begin(launchIds, following);
    },
    /** Calls a listener, which must not throw, right after each step. Call the result to unsubscribe. */
    onStep: (listener: (step: StoreStep) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Follows the index until the signal aborts. Never rejects. */
    run,
  };
}
