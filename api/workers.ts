import type { Registry } from 'prom-client';
import type { Clock } from '../core/kernel/clock.ts';
import type { Logger } from '../core/kernel/logger.ts';
import { by, exposeAll } from '../core/kernel/metrics/expose.ts';
import { polled } from '../core/kernel/metrics/polled.ts';
import type { Settings } from '../core/kernel/settings/schema.ts';
import { keepRunning, type Shutdown } from '../core/kernel/shutdown.ts';
import type { RewardLedger } from '../core/ledger/port.ts';
import type { Olap, OlapLane } from '../core/olap/port.ts';
import type { Oltp } from '../core/oltp/port.ts';
import { ALERT_MEASURES, watchAlerts } from './actions/alerts/watch.ts';
import { forgetOldDecisions, RETENTION_MEASURES } from './actions/control/forget.ts';
import { followGate, GATE_MEASURES, type OperateGateContext } from './actions/launch-gate/gate.ts';
import { measured } from './actions/measures.ts';
import { REWARD_MEASURES, watchContradictions } from './actions/rewards/contradictions.ts';
import { runSettlement, SETTLEMENT_MEASURES } from './actions/settlement/settle.ts';
import type { WebhooksContext } from './actions/webhooks/context.ts';
import { WEBHOOK_MEASURES } from './actions/webhooks/deliver.ts';
import { followLaunches } from './actions/webhooks/follow-launches.ts';
import { createSender } from './actions/webhooks/send.ts';
import { runDeliveries } from './actions/webhooks/worker.ts';
import type { LatestStore } from './read/latest/store.ts';
import type { LaunchGateReader } from './read/launch-gate.ts';
import { createAlertWatches } from './state/agent-records/alert-watches.ts';
import { createCallDecisions } from './state/control/call-decisions.ts';
import { createLaunchGate } from './state/launch-gate.ts';
import { withSettlementLock } from './state/settlement-lock.ts';
import { readStanding } from './state/standing.ts';
import { createState } from './state/state.ts';
import { createAnnouncedPhases } from './state/webhooks/announced-phases.ts';
import { createWebhookLeases } from './state/webhooks/leases.ts';
import type { Venues } from './venues/venues.ts';

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
  const stats = measured(GATE_MEASURES, registry);
  const launchGate = createLaunchGate(oltp);
  const { reader, run } = await followGate(launchGate, stats, { alone: oltp.kind === 'embedded' });
  keepRunning('following the launch gate', run({ clock, logger, signal: shutdown.signal }), working);
  return { reader, operating: { launchGate, clock } };
}

/** Registers how many payout requests and intents are in which state. */
export function registerStanding({
  oltp,
  clock,
  registry,
}: Omit<OverDecisions, 'logger' | 'shutdown'>): void {
  const standing = polled(() => readStanding(oltp));
  exposeAll(registry, {
    launchlens_payout_requests: () => by('state', standing()?.payouts ?? []),
    launchlens_payout_oldest_open_seconds: () => {
      const found = standing();
      return found && (clock.now() - (found.oldestPayoutAt ?? clock.now())) / 1000;
    },
    launchlens_intents_open: () => by('state', standing()?.intents ?? []),
  });
}

/** Deletes decisions about calls after their retention time. */
export function startRetention({
  settings,
  oltp,
  ...working
}: OverDecisions & { readonly settings: Settings }): void {
  const { logger, clock, shutdown, registry } = working;
  const stats = measured(RETENTION_MEASURES, registry);
  const running = forgetOldDecisions({
    ...{ decisions: createCallDecisions(oltp), stats, clock, logger, signal: shutdown.signal },
    retentionDays: settings.CALL_DECISION_RETENTION_DAYS,
  });
  keepRunning('deleting old decisions', running, working);
}

/** Counts the payments that contradict the reward ledger, for /metrics. */
export function startContradictionWatch({
  olap,
  settled,
  ...working
}: Working & { readonly olap: Olap; readonly settled: OlapLane }): void {
  const { logger, clock, shutdown, registry } = working;
  const stats = measured(REWARD_MEASURES, registry);
  const lanes = { ledger: olap.scanner, lane: settled };
  const running = watchContradictions({ ...lanes, stats, clock, logger, signal: shutdown.signal });
  keepRunning('the watch over reward payments', running, working);
}

export interface SettlementOptions extends OverDecisions {
  readonly store: Pick<LatestStore, 'stored'>;
  readonly settings: Settings;
  readonly olap: Olap;
  readonly ledger: RewardLedger;
}

/** Settles payout requests with the treasury's finalized transfers. Without a treasury there is nothing to settle with. */
export function startSettlement({
  settings,
  store,
  olap,
  oltp,
  ledger,
  ...working
}: SettlementOptions): void {
  if (settings.TREASURY_TOKEN_ACCOUNT === undefined) return;
  const { logger, clock, shutdown, registry } = working;
  const stats = measured(SETTLEMENT_MEASURES, registry);
  const context = { lane: olap.scanner, ledger, state: createState(oltp), clock, logger };
  const alone = (work: () => Promise<void>) => withSettlementLock(oltp, work);
  const { signal } = shutdown;
  const stored = () => store.stored;
  keepRunning('settlement', runSettlement({ context, stats, alone, stored, signal }), working);
}

export interface WebhookOptions extends OverDecisions {
  readonly settings: Settings;
  readonly context: Pick<WebhooksContext, 'key' | 'rules'>;
  readonly store: LatestStore;
}

/** Creates webhook events for launches and sends pending deliveries. */
export function startWebhooks({ settings, context, oltp, store, ...working }: WebhookOptions): void {
  const { key, rules } = context;
  const { logger, clock, shutdown, registry } = working;
  const { signal } = shutdown;
  const stats = measured(WEBHOOK_MEASURES, registry);
  const leases = createWebhookLeases(oltp);
  const delivering = { key, send: createSender({ rules }), leases, stats, clock, logger };
  const keptDays = {
    delivered: settings.WEBHOOK_DELIVERED_RETENTION_DAYS,
    dead: settings.WEBHOOK_DEAD_RETENTION_DAYS,
  };
  keepRunning('sending to webhooks', runDeliveries({ context: delivering, keptDays, signal }), working);
  const following = followLaunches({ store, announced: createAnnouncedPhases(oltp), clock, logger, signal });
  keepRunning('telling webhooks of launches', following, working);
}

/** Watches the positions that liquidation alerts are about. */
export function startAlerts({
  oltp,
  venues,
  ...working
}: OverDecisions & { readonly venues: Pick<Venues, 'named'> }): void {
  const { logger, clock, shutdown, registry } = working;
  const stats = measured(ALERT_MEASURES, registry);
  const context = { watches: createAlertWatches(oltp), venues, stats, clock, logger };
  keepRunning('liquidation alerts', watchAlerts({ context, signal: shutdown.signal }), working);
}
