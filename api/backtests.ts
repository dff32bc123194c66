import type { Clock } from '../core/kernel/clock.ts';
import { LaunchlensError } from '../core/kernel/errors/error.ts';
import type { Oltp } from '../core/oltp/port.ts';
import type { LimitMetrics } from './access/limit-names.ts';
import { sharedSlots } from './access/shared-slots.ts';
import type { BacktestsContext, RunBacktest } from './actions/backtests/context.ts';
import { createBacktests } from './state/backtests.ts';

export interface BacktestOptions {
  readonly run: RunBacktest;
  readonly oltp: Oltp;
  readonly clock: Clock;
  readonly metrics?: LimitMetrics | undefined;
}

/** What backtests of agents need. */
export function openBacktests({ run, oltp, clock, metrics }: BacktestOptions): BacktestsContext {
  const take = sharedSlots({
    ...{ total: 2, perClient: 1, limit: 'backtests', metrics },
    refuse: ({ seconds }) => new LaunchlensError('BACKTESTS_BUSY', { seconds }),
  });
  return { run, results: createBacktests(oltp), take, clock };
}
