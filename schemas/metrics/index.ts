import { counter, gauge, histogram, LATENCY } from './metric.ts';

/** The indexer: served where it runs. */
export const INDEX_METRICS = {
  launchlens_index_standby: gauge('1 while this indexer waits for another one to end, else 0.'),
  launchlens_index_last_indexed_slot: gauge('Newest slot that the index answers at.'),
  launchlens_index_chain_slot: gauge('Newest slot of the chain, by stream or RPC.'),
  launchlens_index_lag_slots: gauge('Slots behind the chain.'),
  launchlens_index_checkpoint_age_seconds: gauge('Time since this indexer wrote a checkpoint.'),
  launchlens_index_verified_slot: gauge('Newest slot at which an audit found the whole index equal.'),
  launchlens_index_verified_age_seconds: gauge(
    'Time since an audit of this indexer found the whole index equal.',
  ),
  launchlens_index_launches: gauge('Launches followed.'),
  launchlens_index_stream_ends_total: counter(
    'Streams that ended while the indexer continued: disconnected, frozen, lagged, out_of_range, replay_unavailable, broken, forked, stranded, discovered, refused.',
    'reason',
  ),
  launchlens_index_reconnects_total: counter('Waits before a stream was opened again.'),
  launchlens_index_snapshots_total: counter('Snapshots read by RPC.'),
  launchlens_index_gaps_total: counter('Snapshots that left slots out; each gap is lost in coverage.'),
  launchlens_index_rollbacks_total: counter('Rollbacks of a dead fork.'),
  launchlens_index_account_updates_total: counter('Account updates read.'),
  launchlens_index_late_writes_total: counter('Writes that arrived after their slot was emitted.'),
  launchlens_index_closures_total: counter('Pledges closed by transactions.'),
  launchlens_index_accounts_in_memory: gauge(
    'Accounts of which the indexer remembers what they are, and answers of the store about others.',
  ),
  launchlens_index_lookup_seconds: histogram(
    LATENCY,
    'Time of a statement that looks up in the store what closed accounts were.',
  ),
  launchlens_index_looked_up_accounts_total: counter(
    'Closed accounts that were looked up: found, or unknown to the index.',
    'result',
  ),
  launchlens_index_lookup_retries_total: counter('Lookups of closed accounts that failed and were repeated.'),
  launchlens_index_quarantined_total: counter('Accounts that could not be decoded.'),
  launchlens_index_audits_total: counter('Audits.', 'verdict'),
  launchlens_index_audit_seconds: gauge('How long the newest audit took.'),
  launchlens_index_audit_differences_total: counter('Accounts that audits found different.'),
  launchlens_index_audit_repairs_total: counter('Accounts that audits repaired.'),
  launchlens_index_unrepaired_accounts: gauge(
    'Accounts that the newest audit left different from the chain.',
  ),
  launchlens_index_writer_queue_rows: gauge('Rows in memory that are not durable yet.'),
  launchlens_index_writer_queue_bytes: gauge('Memory of these rows.'),
  launchlens_index_writer_batch_rows: histogram(
    [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000],
    'Rows of a batch.',
  ),
  launchlens_index_writer_batch_seconds: histogram(
    LATENCY,
    'Time to make a batch durable, its checkpoint included.',
  ),
  launchlens_index_stage_seconds: histogram(
    LATENCY,
    'Time of a slot in each stage: assemble (first update to whole slot), wait_for_batch (until its batch is written), insert (its rows are durable), checkpoint (its checkpoint is written).',
    'stage',
  ),
  launchlens_index_writer_retries_total: counter('Writes that failed and were sent again.', 'table'),
} as const;
