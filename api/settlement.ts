import type { Registry } from 'prom-client';
import type { Clock } from '../core/kernel/clock.ts';
import { gaugesOf } from '../core/kernel/gauges.ts';
import { keepRunning } from '../core/kernel/keep-running.ts';
import type { Logger } from '../core/kernel/logger.ts';
import type { Settings } from '../core/kernel/settings/schema.ts';
import type { Shutdown } from '../core/kernel/shutdown.ts';
import type { RewardLedger } from '../core/ledger/port.ts';
import type { Olap } from '../core/olap/port.ts';
import type { Oltp } from '../core/oltp/port.ts';
import { createSettlementStats, runSettlement, type SettlementStats } from './actions/settlement/worker.ts';
import { takeSettlementTurn } from './state/settlement-turn.ts';
import { createState } from './state/state.ts';

export interface SettlementOptions {
  readonly settings: Settings;
  readonly olap: Olap;
  readonly oltp: Oltp;
  readonly ledger: RewardLedger;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly shutdown: Shutdown;
  readonly registry: Registry;
}

/**
 * Settles payout requests with the treasury's finalized transfers, until the shutdown. One of several processes over one
 * store does it at a time. Without a treasury there is nothing to settle with.
 */
export function startSettlement(options: SettlementOptions): void {
  const { settings, olap, oltp, ledger, logger, clock, shutdown, registry } = options;
  if (settings.TREASURY_TOKEN_ACCOUNT === undefined) return;
  const stats = createSettlementStats();
  registerSettlementMetrics(stats, registry);
  const context = { lane: olap.scanner, ledger, state: createState(oltp), clock, logger };
  const turn = (work: () => Promise<void>) => takeSettlementTurn(oltp, work);
  const running = runSettlement({ context, stats, turn, signal: shutdown.signal });
  keepRunning('settlement', running, { logger, shutdown });
}

/** Registers the metrics of settlement. */
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
