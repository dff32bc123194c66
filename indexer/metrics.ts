import { Counter, type Registry } from 'prom-client';
import type { Clock } from '../core/kernel/clock.ts';
import { gaugesOf } from '../core/kernel/gauges.ts';
import type { RunningIndexer } from './main.ts';

/** Registers the indexer's metrics. */
export function registerIndexerMetrics(
  { stats, audits }: Pick<RunningIndexer, 'stats' | 'audits'>,
  { clock, registry }: { readonly clock: Clock; readonly registry: Registry },
): void {
  const registers = [registry];
  const gauge = gaugesOf('launchlens_index', registers);
  const counter = (name: string, help: string, value: () => number): void => {
    new Counter({
      name: `launchlens_index_${name}_total`,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(value());
      },
    });
  };
  const labelled = (name: string, help: string, label: string, values: () => Iterable<[string, number]>) => {
    new Counter({
      name: `launchlens_index_${name}_total`,
      help,
      labelNames: [label],
      registers,
      collect() {
        this.reset();
        for (const [of, count] of values()) this.inc({ [label]: of }, count);
      },
    });
  };
  const number = (value: bigint | undefined) => (value === undefined ? undefined : Number(value));
  const lag = () => {
    const { chainSlot, lastIndexedSlot } = stats;
    if (chainSlot === undefined || lastIndexedSlot === undefined) return undefined;
    return Math.max(0, Number(chainSlot - lastIndexedSlot));
  };
  gauge('last_indexed_slot', 'Slot of the newest checkpoint.', () => number(stats.lastIndexedSlot));
  gauge('chain_slot', 'Newest slot heard of, by the stream or by RPC.', () => number(stats.chainSlot));
  gauge('lag_slots', 'How far the index is behind the chain.', lag);
  gauge('checkpoint_age_seconds', 'Seconds since this indexer wrote a checkpoint.', () =>
    stats.checkpointAt === undefined ? undefined : Math.max(0, (clock.now() - stats.checkpointAt) / 1000),
  );
  gauge('launches', 'Launches followed.', () => stats.launches);
  labelled(
    'stream_ends',
    'Streams that ended, by the way in which they did.',
    'reason',
    () => stats.streamEnds,
  );
  counter('reconnects', 'Times that a stream was opened again after waiting.', () => stats.reconnects);
  counter(
    'frozen_streams',
    'Streams given up because nothing came, or no new slot.',
    () => stats.streamEnds.get('frozen') ?? 0,
  );
  counter('snapshots', 'Times that the chain was read by RPC.', () => stats.snapshots);
  counter('gaps', 'Times that a snapshot had to leave slots out.', () => stats.gaps);
  counter('take_backs', 'Times that slots of a dead fork were taken back.', () => stats.rollbacks);
  counter('account_updates', 'Account updates read.', () => stats.accountUpdates);
  counter('late_writes', 'Writes that came after their slot had left.', () => stats.lateWrites);
  counter('closures', 'Pledges that transactions closed.', () => stats.closures);
  counter('quarantined', 'Accounts that could not be decoded.', () => stats.quarantined);
  labelled('audits', 'Audits, by verdict.', 'verdict', () => {
    const { equal, different, failed } = audits.stats;
    return Object.entries({ equal, different, failed });
  });
  counter('audit_differences', 'Accounts that audits found different.', () => audits.stats.differences);
  counter('audit_repairs', 'Accounts that audits repaired.', () => audits.stats.repaired);
}

/** The repair under way, as text; undefined while the index follows the chain. */
export function repairingOf({ stats }: Pick<RunningIndexer, 'stats'>): string | undefined {
  if (stats.state === 'snapshot') return 'the chain is read by RPC to close a gap';
  return stats.state === 'reconnecting' ? 'the stream is being opened again' : undefined;
}
