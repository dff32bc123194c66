import type { Clock } from '../../../core/kernel/clock.ts';
import type { BacktestTerms } from '../../../schemas/mcp/backtests.ts';
import type { TakeSlot } from '../../access/shared-slots.ts';
import type { Backtests } from '../../state/backtests.ts';

/** How a long call is followed and stopped by its caller. */
export interface Running {
  readonly signal: AbortSignal;
  progress(done: number, total: number): void;
}

/** Of a call that nobody follows. */
export const UNFOLLOWED: Running = { signal: new AbortController().signal, progress: () => undefined };

export interface BacktestJob extends Omit<BacktestTerms, 'repeat' | 'csv'> {
  /** Bars of the caller. */
  readonly csv?: string | undefined;
  /** Bars that an earlier run saved, which say where they are from. */
  readonly saved?: string | undefined;
}

export interface BacktestResult {
  /** As `launchlens harness --out` writes it. */
  readonly report: string;
  /** As `launchlens harness --save-bars` writes them. */
  readonly bars: string;
}

/**
 * Runs the reference harness outside the thread that answers requests. The API knows no harness: whoever starts it
 * passes one on.
 */
export type RunBacktest = (job: BacktestJob, running: Running) => Promise<BacktestResult>;

export interface BacktestsContext {
  readonly run: RunBacktest;
  readonly results: Backtests;
  /** Bounds how many run at the same time. */
  readonly take: TakeSlot;
  readonly clock: Clock;
}
