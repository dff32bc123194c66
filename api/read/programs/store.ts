import type { Clock } from '../../../core/kernel/clock.ts';
import { isLaunchlensError, LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import { backoffDelay } from '../../../core/kernel/retries.ts';
import type { Olap } from '../../../core/olap/port.ts';
import type { Program } from '../../../idl/anchor/program.ts';
import type { IndexIdentity } from '../identity.ts';
import type { StoreStatus } from '../latest/store.ts';
import { createWaker } from '../latest/waker.ts';
import { advanceProgram, type ProgramSnapshot } from './advance.ts';

const POLL_MS = 100;
/** Whoever is told of every checkpoint needs to look only in case that one was missed. */
const NUDGED_POLL_MS = 1_000;
const RETRY = { initialMs: 100, maximumMs: 5_000 };

export interface ProgramStoreOptions {
  /** The store on the program's own database. */
  readonly olap: Olap;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly expected: Partial<IndexIdentity>;
  /** The IDL whose columns are read. */
  readonly program: Pick<Program, 'name' | 'idl'>;
  readonly pollMs?: number;
}

/** The slots that the index of a program can answer for. Its accounts stay in ClickHouse. */
export type ProgramStore = ReturnType<typeof createProgramStore>;

export function createProgramStore(options: ProgramStoreOptions) {
  const { clock, logger, pollMs = POLL_MS } = options;
  const listeners = new Set<() => void>();
  const waker = createWaker(clock);
  let nudged = false;
  let held: ProgramSnapshot | undefined;
  let status: StoreStatus = { phase: 'loading', reason: 'reading the newest state' };

  function publish(found: ProgramSnapshot | undefined): void {
    held = found ?? held;
    status = held ? { phase: 'ready' } : { phase: 'empty', reason: 'nothing has been indexed yet' };
    if (found) for (const listener of [...listeners]) listener();
  }

  function fail(error: unknown): void {
    const code = isLaunchlensError(error) ? error.code : 'INTERNAL';
    if (status.phase !== 'failing') logger.warn({ err: error }, 'following the index fails; trying again');
    status = { phase: 'failing', reason: `reading the index fails (${code})` };
  }

  return {
    get status() {
      return status;
    },
    /** The newest snapshot, if one was read. */
    get held() {
      return held;
    },
    /** @throws MIRROR_NOT_READY */
    snapshot: () => {
      if (held !== undefined) return held;
      const reason = status.phase === 'ready' ? 'loading' : status.reason;
      throw new LaunchlensError('MIRROR_NOT_READY', { reason });
    },
    /** Calls a listener, which must not throw, right after each step. Call the result to unsubscribe. */
    onStep: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Checks for a newer checkpoint immediately instead of at the next poll. */
    nudge: () => {
      nudged = true;
      waker.wake();
    },
    /** Follows the index until the signal aborts. Never rejects. */
    run: async (signal: AbortSignal) => {
      for (let failed = 0; !signal.aborted; ) {
        try {
          publish(await advanceProgram(held, options, signal));
          failed = 0;
        } catch (error) {
          if (signal.aborted) return;
          fail(error);
          failed += 1;
        }
        if (failed > 0) await clock.sleep(backoffDelay(failed - 1, RETRY), signal).catch(() => undefined);
        else await waker.wait(nudged ? Math.max(pollMs, NUDGED_POLL_MS) : pollMs, signal);
      }
    },
  };
}
