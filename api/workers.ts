import type { Registry } from 'prom-client';
import type { Clock } from '../core/kernel/clock.ts';
import { gaugesOf } from '../core/kernel/gauges.ts';
import type { Logger } from '../core/kernel/logger.ts';
import type { Settings } from '../core/kernel/settings/schema.ts';
import { keepRunning, type Shutdown } from '../core/kernel/shutdown.ts';
import type { RewardLedger } from '../core/ledger/port.ts';
import type { Olap } from '../core/olap/port.ts';
import type { Oltp } from '../core/oltp/port.ts';
import { createForgetStats, type ForgetStats, forgetOldDecisions } from './actions/control/forget.ts';
import { followGate, type GateStats, type OperateGateContext } from './actions/launch-gate/gate.ts';
import { type ContradictionStats, watchContradictions } from './actions/rewards/contradictions.ts';
import { createSettlementStats, runSettlement, type SettlementStats } from './actions/settlement/settle.ts';
import type { WebhooksContext } from './actions/webhooks/context.ts';
import { followLaunches } from './actions/webhooks/follow-launches.ts';
import { createSender } from './actions/webhooks/send.ts';
import { createWorkerStats, runDeliveries, type WorkerStats } from './actions/webhooks/worker.ts';
import type { LatestStore } from './read/latest/store.ts';
import type { LaunchGateReader } from './read/launch-gate.ts';
import { createCallDecisions } from './state/control/call-decisions.ts';
import { createLaunchGate } from './state/launch-gate.ts';
import { withSettlementLock } from './state/settlement-lock.ts';
import { createState } from './state/state.ts';
import { createAnnouncedPhases } from './state/webhooks/announced-phases.ts';
import { createWebhookLeases } from './state/webhooks/leases.ts';

/**
 * What every worker of the API gets. Each runs until the shutdown, and several processes over one store may run it: a lease
 * or a unique row makes sure that its work is done once.
 */
export interface Working {
  readonly logger: Logger;
  readonly clock: Clock;
  readonly shutdown: Shutdown;
  readonly registry: Registry;
}

type OverDecisions = Working & { readonly oltp: Oltp };

export interface OpenedLaunchGate {
  readonly reader: LaunchGateReader;
  /** The dependencies for operators who set it. */
  readonly operating: OperateGateContext;
}

/** Reads the launch gate and follows it. */
export async function openLaunchGate({ oltp, ...working }: OverDecisions): Promise<OpenedLaunchGate> {
  const { logger, clock, shutdown, registry } = working;
  const stats = { failures: 0 };
  registerGateMetrics(stats, registry);
  const launchGate = createLaunchGate(oltp);
  const { reader, run } = await followGate(launchGate, stats);
  keepRunning('following the launch gate', run({ clock, logger, signal: shutdown.signal }), working);
  return { reader, operating: { launchGate, clock } };
}

export function registerGateMetrics(stats: GateStats, registry: Registry): void {
  const gauge = gaugesOf('launchlens_launch_gate', [registry]);
  gauge('failures', 'Looks at the launch gate that failed and were tried again.', () => stats.failures);
}

/** Deletes decisions about calls after their retention time. */
export function startRetention({
  settings,
  oltp,
  ...working
}: OverDecisions & { readonly settings: Settings }): void {
  const { logger, clock, shutdown, registry } = working;
  const stats = createForgetStats();
  registerRetentionMetrics(stats, registry);
  const running = forgetOldDecisions({
    ...{ decisions: createCallDecisions(oltp), stats, clock, logger, signal: shutdown.signal },
    retentionDays: settings.CALL_DECISION_RETENTION_DAYS,
  });
  keepRunning('forgetting old decisions', running, working);
}

export function registerRetentionMetrics(stats: ForgetStats, registry: Registry): void {
  const gauge = gaugesOf('launchlens_call_decisions', [registry]);
  gauge('forgotten', 'Decisions about calls that this process forgot.', () => stats.forgotten);
  gauge('forget_failures', 'Times that it failed and was tried again.', () => stats.failures);
}

/** Counts the payments that contradict the reward ledger, for /metrics. */
export function startContradictionWatch({ olap, ...working }: Working & { readonly olap: Olap }): void {
  const { logger, clock, shutdown, registry } = working;
  const stats: ContradictionStats = { count: undefined, revision: undefined };
  registerContradictionMetrics(stats, registry);
  const running = watchContradictions({ lane: olap.scanner, stats, clock, logger, signal: shutdown.signal });
  keepRunning('the watch over reward payments', running, working);
}

export function registerContradictionMetrics(stats: Readonly<ContradictionStats>, registry: Registry): void {
  gaugesOf('launchlens_rewards', [registry])(
    'contradictions',
    'Payments that the reward ledger was told of and that count for nothing.',
    () => stats.count,
  );
}

export interface SettlementOptions extends OverDecisions {
  readonly settings: Settings;
  readonly olap: Olap;
  readonly ledger: RewardLedger;
}

/** Settles payout requests with the treasury's finalized transfers. Without a treasury there is nothing to settle with. */
export function startSettlement({ settings, olap, oltp, ledger, ...working }: SettlementOptions): void {
  if (settings.TREASURY_TOKEN_ACCOUNT === undefined) return;
  const { logger, clock, shutdown, registry } = working;
  const stats = createSettlementStats();
  registerSettlementMetrics(stats, registry);
  const context = { lane: olap.scanner, ledger, state: createState(oltp), clock, logger };
  const alone = (work: () => Promise<void>) => withSettlementLock(oltp, work);
  keepRunning('settlement', runSettlement({ context, stats, alone, signal: shutdown.signal }), working);
}

export function registerSettlementMetrics(stats: SettlementStats, registry: Registry): void {
  const gauge = gaugesOf('launchlens_settlement', [registry]);
  gauge(
    'unmatched_transfers',
    'Transfers of the treasury that settle no payout request.',
    () => stats.unmatched,
  );
  gauge('settled_requests', 'Payout requests that this process settled.', () => stats.settled);
  gauge('failures', 'Looks at the treasury that failed and were tried again.', () => stats.failures);
  gauge('settled_slot', 'Slot up to which the transfers of the treasury were looked at.', () =>
    stats.through === undefined ? undefined : Number(stats.through),
  );
}

export interface WebhookOptions extends OverDecisions {
  readonly context: Pick<WebhooksContext, 'key' | 'rules'>;
  readonly store: LatestStore;
}

/** Creates webhook events for launches and sends pending deliveries. */
export function startWebhooks({ context: { key, rules }, oltp, store, ...working }: WebhookOptions): void {
  const { logger, clock, shutdown, registry } = working;
  const { signal } = shutdown;
  const stats = createWorkerStats();
  registerWebhookMetrics(stats, registry);
  const leases = createWebhookLeases(oltp);
  const delivering = { key, send: createSender({ rules }), leases, stats, clock, logger };
  keepRunning('sending to webhooks', runDeliveries({ context: delivering, signal }), working);
  const following = followLaunches({ store, told: createAnnouncedPhases(oltp), clock, logger, signal });
  keepRunning('telling webhooks of launches', following, working);
}

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
