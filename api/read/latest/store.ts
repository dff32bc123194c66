import type { Clock } from '../../../core/kernel/clock.ts';
import { isLaunchlensError, LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import { Observations } from '../../../core/kernel/metrics/observations.ts';
import { Tally } from '../../../core/kernel/metrics/tally.ts';
import { backoffDelay } from '../../../core/kernel/retries.ts';
import type { Olap } from '../../../core/olap/port.ts';
import type { IndexIdentity } from '../identity.ts';
import { advance } from './advance.ts';
import type { LatestSnapshot } from './snapshot.ts';
import type { Advance } from './tail.ts';
import { createWaker } from './waker.ts';

const POLL_MS = 100;
/** Whoever is told of every checkpoint needs to look only in case that one was missed. */
const NUDGED_POLL_MS = 1_000;
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
  readonly longestTail?: number;
  readonly mostUnreadable?: number;
}

/** The newest state of the index in memory, always exact at one checkpoint. */
export type LatestStore = ReturnType<typeof createLatestStore>;

export function createLatestStore(options: LatestStoreOptions) {
  const { clock, logger, expected = {}, pollMs = POLL_MS } = options;
  const waker = createWaker(clock);
  const counters: StoreCounters = { loads: 0, tails: 0, rows: 0, failures: 0 };
  const publication = new Observations('launchlens_api_publication_seconds');
  const pastAnswers = new Tally('launchlens_api_past_answers_total', [['memory'], ['store']]);
  const listeners = new Set<(step: StoreStep) => void>();
  let held: LatestSnapshot | undefined;
  let nudged = false;
  /** The state in memory is of a dead fork: it is not served while the state is read again. */
  let dead = false;
  let status: StoreStatus = { phase: 'loading', reason: 'reading the newest state' };

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
    status = { phase: 'loading', reason: 'slots of a fork that died are taken back' };
  }

  function onLoad(slot: bigint): void {
    if (held === undefined) status = { phase: 'loading', reason: `loading the state at slot ${slot}` };
  }

  async function run(signal: AbortSignal): Promise<void> {
    let failed = 0;
    while (!signal.aborted) {
      try {
        publish(await advance(held, { ...options, expected, signal, onLoad, onRollback }));
        failed = 0;
      } catch (error) {
        if (signal.aborted) return;
        fail(error);
        failed += 1;
      }
      // A failing store is not queried more often because the indexer is busy.
      if (failed > 0) await clock.sleep(backoffDelay(failed - 1, RETRY), signal).catch(() => undefined);
      else await waker.wait(nudged ? Math.max(pollMs, NUDGED_POLL_MS) : pollMs, signal);
    }
  }

  return {
    get status() {
      return status;
    },
    /** The newest snapshot, if one was loaded. */
    get held() {
      return dead ? undefined : held;
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
    /** Checks for a newer checkpoint immediately instead of at the next poll. */
    nudge: () => {
      nudged = true;
      waker.wake();
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
