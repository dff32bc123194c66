import type { Registry } from 'prom-client';
import type { Clock } from '../core/kernel/clock.ts';
import { gaugesOf } from '../core/kernel/gauges.ts';
import { keepRunning } from '../core/kernel/keep-running.ts';
import type { Logger } from '../core/kernel/logger.ts';
import type { Shutdown } from '../core/kernel/shutdown.ts';
import type { Olap } from '../core/olap/port.ts';
import { type ContradictionStats, watchContradictions } from './actions/rewards/contradictions.ts';

export interface ContradictionOptions {
  readonly olap: Olap;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly shutdown: Shutdown;
  readonly registry: Registry;
}

/** Counts the payments that contradict the reward ledger for /metrics, until the shutdown. */
export function startContradictionWatch(options: ContradictionOptions): void {
  const { olap, logger, clock, shutdown, registry } = options;
  const stats: ContradictionStats = { count: undefined, revision: undefined };
  registerContradictionMetrics(stats, registry);
  const running = watchContradictions({ lane: olap.scanner, stats, clock, logger, signal: shutdown.signal });
  keepRunning('the watch over reward payments', running, { logger, shutdown });
}

export function registerContradictionMetrics(stats: Readonly<ContradictionStats>, registry: Registry): void {
  gaugesOf('launchlens_rewards', [registry])(
    'contradictions',
    'Payments that the reward ledger was told of and that count for nothing.',
    () => stats.count,
  );
}
