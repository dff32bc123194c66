import type { Registry } from 'prom-client';
import type { Clock } from '../core/kernel/clock.ts';
import { gaugesOf } from '../core/kernel/gauges.ts';
import { keepRunning } from '../core/kernel/keep-running.ts';
import type { Logger } from '../core/kernel/logger.ts';
import type { Shutdown } from '../core/kernel/shutdown.ts';
import type { Oltp } from '../core/oltp/port.ts';
import { followGate, type GateStats } from './actions/launch-gate/follow.ts';
import type { OperateGateContext } from './actions/launch-gate/gate.ts';
import type { LaunchGateReader } from './read/launch-gate.ts';
import { createLaunchGate } from './state/launch-gate.ts';

export interface LaunchGateOptions {
  readonly oltp: Oltp;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly shutdown: Shutdown;
  readonly registry: Registry;
}

export interface OpenedLaunchGate {
  readonly reader: LaunchGateReader;
  /** The dependencies for operators who set it. */
  readonly operating: OperateGateContext;
}

/** Reads the launch gate and follows it until the shutdown. */
export async function openLaunchGate(options: LaunchGateOptions): Promise<OpenedLaunchGate> {
  const { oltp, logger, clock, shutdown, registry } = options;
  const stats = { failures: 0 };
  registerGateMetrics(stats, registry);
  const launchGate = createLaunchGate(oltp);
  const { reader, run } = await followGate(launchGate, stats);
  const running = run({ clock, logger, signal: shutdown.signal });
  keepRunning('following the launch gate', running, { logger, shutdown });
  return { reader, operating: { launchGate, clock } };
}

/** Registers its metrics. */
export function registerGateMetrics(stats: GateStats, registry: Registry): void {
  const gauge = gaugesOf('launchlens_launch_gate', [registry]);
  gauge('failures', 'Looks at the launch gate that failed and were tried again.', () => stats.failures);
}
