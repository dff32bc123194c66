import type { Registry } from 'prom-client';
import type { Clock } from '../core/kernel/clock.ts';
import { gaugesOf } from '../core/kernel/gauges.ts';
import { keepRunning } from '../core/kernel/keep-running.ts';
import type { Logger } from '../core/kernel/logger.ts';
import type { Shutdown } from '../core/kernel/shutdown.ts';
import type { Oltp } from '../core/oltp/port.ts';
import type { WebhooksContext } from './actions/webhooks/context.ts';
import { followLaunches } from './actions/webhooks/follow-launches.ts';
import { createSender } from './actions/webhooks/send.ts';
import { createWorkerStats, runDeliveries, type WorkerStats } from './actions/webhooks/worker.ts';
import type { LatestStore } from './read/latest/store.ts';
import { createAnnouncedPhases } from './state/webhooks/announced-phases.ts';
import { createWebhookTurns } from './state/webhooks/turns.ts';

export interface WebhookOptions {
  readonly context: Pick<WebhooksContext, 'key' | 'rules'>;
  readonly oltp: Oltp;
  readonly store: LatestStore;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly shutdown: Shutdown;
  readonly registry: Registry;
}

/** Creates webhook events for launches and sends pending deliveries, until the shutdown. */
export function startWebhooks({
  context,
  oltp,
  store,
  logger,
  clock,
  shutdown,
  registry,
}: WebhookOptions): void {
  const { signal } = shutdown;
  const stats = createWorkerStats();
  registerWebhookMetrics(stats, registry);
  const { key, rules } = context;
  const delivering = {
    key,
    send: createSender({ rules }),
    turns: createWebhookTurns(oltp),
    stats,
    clock,
    logger,
  };
  const until = { logger, shutdown };
  keepRunning('sending to webhooks', runDeliveries({ context: delivering, signal }), until);
  const following = followLaunches({ store, told: createAnnouncedPhases(oltp), clock, logger, signal });
  keepRunning('telling webhooks of launches', following, until);
}

/** Registers the metrics of deliveries. */
export function registerWebhookMetrics(stats: WorkerStats, registry: Registry): void {
  const gauge = gaugesOf('launchlens_webhooks', [registry]);
  gauge('pending', 'Deliveries that wait, of all processes.', () => stats.waiting?.pending);
  gauge('dead', 'Deliveries that were given up and are kept, of all processes.', () => stats.waiting?.dead);
  gauge('disabled', 'Webhooks that nothing is sent to, of all processes.', () => stats.waiting?.disabled);
  gauge('delivered', 'Deliveries of this process that arrived.', () => stats.delivered);
  gauge('failed_attempts', 'Attempts of this process that failed.', () => stats.failedAttempts);
  gauge('given_up', 'Deliveries that this process gave up.', () => stats.givenUp);
  gauge('failures', 'Looks for deliveries that failed and were tried again.', () => stats.failures);
}
