import type { Registry } from 'prom-client';
import type { Clock } from '../core/kernel/clock.ts';
import { asNumber, by, exposeAll, type Sample, type Values } from '../core/kernel/metrics/expose.ts';
import type { NumberName } from '../schemas/metrics/all.ts';
import type { RunningIndexer } from './main.ts';

type Watched = Pick<RunningIndexer, 'stats' | 'audits' | 'writer'>;
type Reads = Readonly<Partial<Record<NumberName, () => Values>>>;

/** Registers the indexer's metrics. */
export function registerIndexerMetrics(
  { stats, audits, writer }: Watched,
  { clock, registry }: { readonly clock: Clock; readonly registry: Registry },
): void {
  writer.stats.exposeIn(registry, () => writer.pending);
  stats.lookups.exposeIn(registry);
  exposeAll(registry, { ...standing(stats, clock), ...events(stats), ...proofs(audits.stats, clock) });
}

/** Registers the metrics of followed programs, by name. */
export function registerProgramMetrics(
  programs: ReadonlyMap<string, Pick<Watched, 'stats' | 'audits'>>,
  { clock, registry }: { readonly clock: Clock; readonly registry: Registry },
): void {
  const all = [...programs];
  const each = (read: (program: Pick<Watched, 'stats' | 'audits'>) => number | undefined) => () =>
    all.flatMap(([program, index]): Sample[] => {
      const value = read(index);
      return value === undefined ? [] : [[{ program }, value]];
    });
  type Counts = (program: Pick<Watched, 'stats' | 'audits'>) => Readonly<Record<string, number>>;
  const eachBy = (label: string, read: Counts) => () =>
    all.flatMap(([program, index]) =>
      Object.entries(read(index)).map(([value, count]): Sample => [{ program, [label]: value }, count]),
    );
  exposeAll(registry, {
    launchlens_program_last_indexed_slot: each(({ stats }) => asNumber(stats.lastIndexedSlot)),
    launchlens_program_lag_slots: each(({ stats }) => lagOf(stats)),
    launchlens_program_checkpoint_age_seconds: each(({ stats }) => ageSeconds(stats.checkpointAt, clock)),
    launchlens_program_verified_slot: each(({ audits }) => asNumber(audits.stats.verifiedSlot)),
    launchlens_program_unrepaired_accounts: each(({ audits }) =>
      Number(audits.stats.unrepaired?.differences ?? 0n),
    ),
    launchlens_program_audit_seconds: each(({ audits }) => seconds(audits.stats.lastMs)),
    launchlens_program_account_updates_total: each(({ stats }) => stats.accountUpdates),
    launchlens_program_undecodable_total: each(({ stats }) => stats.quarantined),
    launchlens_program_gaps_total: each(({ stats }) => stats.gaps),
    launchlens_program_rollbacks_total: each(({ stats }) => stats.rollbacks),
    launchlens_program_accounts_in_memory: each(({ stats }) => stats.lookups.held()),
    launchlens_program_lookup_retries_total: each(({ stats }) => stats.lookups.retries),
    launchlens_program_looked_up_accounts_total: eachBy('result', ({ stats }) => stats.lookups.results),
    launchlens_program_audits_total: eachBy('verdict', ({ audits: { stats } }) => {
      const { equal, different, failed } = stats;
      return { equal, different, failed };
    }),
  });
}

function lagOf({ chainSlot, lastIndexedSlot }: Watched['stats']): number | undefined {
  if (chainSlot === undefined || lastIndexedSlot === undefined) return undefined;
  return Math.max(0, Number(chainSlot - lastIndexedSlot));
}

function standing(stats: Watched['stats'], clock: Clock): Reads {
  return {
    launchlens_index_last_indexed_slot: () => asNumber(stats.lastIndexedSlot),
    launchlens_index_chain_slot: () => asNumber(stats.chainSlot),
    launchlens_index_lag_slots: () => lagOf(stats),
    launchlens_index_checkpoint_age_seconds: () => ageSeconds(stats.checkpointAt, clock),
    launchlens_index_launches: () => stats.launches,
  };
}

function events(stats: Watched['stats']): Reads {
  return {
    launchlens_index_stream_ends_total: () => by('reason', stats.streamEnds),
    launchlens_index_reconnects_total: () => stats.reconnects,
    launchlens_index_snapshots_total: () => stats.snapshots,
    launchlens_index_gaps_total: () => stats.gaps,
    launchlens_index_rollbacks_total: () => stats.rollbacks,
    launchlens_index_account_updates_total: () => stats.accountUpdates,
    launchlens_index_late_writes_total: () => stats.lateWrites,
    launchlens_index_closures_total: () => stats.closures,
    launchlens_index_quarantined_total: () => stats.quarantined,
  };
}

function proofs(audits: Watched['audits']['stats'], clock: Clock): Reads {
  return {
    launchlens_index_verified_slot: () => asNumber(audits.verifiedSlot),
    launchlens_index_verified_age_seconds: () => ageSeconds(audits.verifiedAt, clock),
    launchlens_index_audits_total: () => {
      const { equal, different, failed } = audits;
      return by('verdict', Object.entries({ equal, different, failed }));
    },
    launchlens_index_audit_seconds: () => seconds(audits.lastMs),
    launchlens_index_audit_differences_total: () => audits.differences,
    launchlens_index_audit_repairs_total: () => audits.repaired,
    launchlens_index_unrepaired_accounts: () => asNumber(audits.unrepaired?.differences ?? 0n),
  };
}

function seconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : ms / 1000;
}

function ageSeconds(at: number | undefined, clock: Clock): number | undefined {
  return at === undefined ? undefined : Math.max(0, (clock.now() - at) / 1000);
}

/** Registered before the indexer starts, because it may have to wait. */
export function registerStandbyMetric(waits: () => boolean, registry: Registry): void {
  exposeAll(registry, { launchlens_index_standby: () => Number(waits()) });
}

/** The repair under way, as text; undefined while the index follows the chain. */
export function repairingOf({ stats }: Pick<RunningIndexer, 'stats'>): string | undefined {
  if (stats.lastIndexedSlot === undefined) return undefined;
  if (stats.state === 'snapshot') return 'the chain is read by RPC to close a gap';
  return stats.state === 'reconnecting' ? 'the stream is being opened again' : undefined;
}
