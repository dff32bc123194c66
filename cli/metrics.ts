import type { Registry } from 'prom-client';
import { registerProcessMetrics } from '../core/kernel/metrics/process.ts';
import { StatementStats } from '../core/kernel/metrics/statements.ts';
import type { Settings } from '../core/kernel/settings/schema.ts';
import { serverDisks } from '../core/olap/disks.ts';
import type { Olap } from '../core/olap/port.ts';
import type { Oltp } from '../core/oltp/port.ts';

export interface Served {
  readonly settings: Settings;
  readonly registry: Registry;
  readonly olap: Olap;
  /** Omitted by the indexer, which never opens it. */
  readonly oltp?: Oltp;
}

/** Registers what every service shows in /metrics besides its own parts. */
export function registerServiceMetrics({ settings, registry, olap, oltp }: Served): void {
  registerProcessMetrics(registry, { dataDir: settings.DATA_DIR, otherDisks: serverDisks(olap) });
  olap.shared.one(StatementStats, 'clickhouse').exposeIn(registry);
  oltp?.shared.one(StatementStats, 'postgres').exposeIn(registry);
}
