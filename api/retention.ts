import type { Registry } from 'prom-client';
import type { Clock } from '../core/kernel/clock.ts';
import { gaugesOf } from '../core/kernel/gauges.ts';
import { keepRunning } from '../core/kernel/keep-running.ts';
import type { Logger } from '../core/kernel/logger.ts';
import type { Settings } from '../core/kernel/settings/schema.ts';
import type { Shutdown } from '../core/kernel/shutdown.ts';
import type { Oltp } from '../core/oltp/port.ts';
import { createForgetStats, type ForgetStats, forgetOldDecisions } from './actions/control/forget.ts';
import { createCallDecisions } from './state/control/call-decisions.ts';

export interface RetentionOptions {
  readonly settings: Pick<Settings, 'CALL_DECISION_RETENTION_DAYS'>;
  readonly oltp: Oltp;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly shutdown: Shutdown;
  readonly registry: Registry;
}

/**
 * Deletes decisions after their retention time, until the shutdown. Several processes may do so without waiting for each
 * other.
 */
export function startRetention({ settings, oltp, registry, shutdown, ...rest }: RetentionOptions): void {
  const stats = createForgetStats();
  registerRetentionMetrics(stats, registry);
  const running = forgetOldDecisions({
    ...{ decisions: createCallDecisions(oltp), stats, ...rest, signal: shutdown.signal },
    retentionDays: settings.CALL_DECISION_RETENTION_DAYS,
  });
  keepRunning('forgetting old decisions', running, { logger: rest.logger, shutdown });
}

/** Registers its metrics. */
export function registerRetentionMetrics(stats: ForgetStats, registry: Registry): void {
  const gauge = gaugesOf('launchlens_call_decisions', [registry]);
  gauge('forgotten', 'Decisions about calls that this process forgot.', () => stats.forgotten);
  gauge('forget_failures', 'Times that it failed and was tried again.', () => stats.failures);
}
