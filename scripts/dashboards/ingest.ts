import { count, type Dashboard, graph, p95, rate } from './panel.ts';

export const INGEST: Dashboard = {
  uid: 'launchlens-ingest',
  title: 'Launchlens: ingest',
  panels: [
    graph('Slots per second', 'none', {
      indexed: 'max(deriv(launchlens_index_last_indexed_slot[$__rate_interval]))',
      chain: 'max(deriv(launchlens_index_chain_slot[$__rate_interval]))',
    }),
    graph('Account updates', 'ops', { read: rate('launchlens_index_account_updates_total') }),
    graph('Ends of streams', 'none', {
      '{{reason}}': count('launchlens_index_stream_ends_total', 'reason'),
      'waits before the next': count('launchlens_index_reconnects_total'),
    }),
    graph('Repairs of the index', 'none', {
      snapshots: count('launchlens_index_snapshots_total'),
      gaps: count('launchlens_index_gaps_total'),
      rollbacks: count('launchlens_index_rollbacks_total'),
    }),
    graph('Unusual accounts', 'none', {
      quarantined: count('launchlens_index_quarantined_total'),
      'written late': count('launchlens_index_late_writes_total'),
      'closed by transactions': count('launchlens_index_closures_total'),
      'unreadable now': 'max(launchlens_api_unreadable_accounts)',
    }),
    graph('Accounts that the indexer remembers', 'none', {
      'launches {{instance}}': 'launchlens_index_accounts_in_memory',
      '{{program}} {{instance}}': 'launchlens_program_accounts_in_memory',
    }),
    graph('Closed accounts looked up in the store', 'ops', {
      'of launches, {{result}}': rate('launchlens_index_looked_up_accounts_total', 'result'),
      'of programs, {{result}}': rate('launchlens_program_looked_up_accounts_total', 'result'),
      'of launches, repeated lookups': rate('launchlens_index_lookup_retries_total'),
      'of programs, repeated lookups': rate('launchlens_program_lookup_retries_total'),
    }),
    graph('Audits', 'none', { '{{verdict}}': count('launchlens_index_audits_total', 'verdict') }),
    graph('Accounts in audits', 'none', {
      different: count('launchlens_index_audit_differences_total'),
      repaired: count('launchlens_index_audit_repairs_total'),
      'different now': 'max(launchlens_index_unrepaired_accounts)',
    }),
    graph('Programs: slots behind the chain', 'none', {
      '{{program}}': 'min by (program) (launchlens_program_lag_slots)',
    }),
    graph('Programs: account updates', 'ops', {
      '{{program}}': rate('launchlens_program_account_updates_total', 'program'),
    }),
    graph('Programs: unusual accounts', 'none', {
      'undecodable {{program}}': count('launchlens_program_undecodable_total', 'program'),
      'gaps {{program}}': count('launchlens_program_gaps_total', 'program'),
      'different now {{program}}': 'max by (program) (launchlens_program_unrepaired_accounts)',
    }),
    graph('Rows waiting for ClickHouse', 'none', {
      'rows {{instance}}': 'launchlens_index_writer_queue_rows',
    }),
    graph('Memory of waiting rows', 'bytes', { '{{instance}}': 'launchlens_index_writer_queue_bytes' }),
    graph('Rows of a batch, 95th percentile', 'none', { rows: p95('launchlens_index_writer_batch_rows') }),
    graph('Time of a batch, 95th percentile', 's', { seconds: p95('launchlens_index_writer_batch_seconds') }),
    graph('Stages of a slot, 95th percentile', 's', {
      '{{stage}}': p95('launchlens_index_stage_seconds', 'stage'),
      publication: p95('launchlens_api_publication_seconds'),
    }),
    graph('Repeated writes', 'ops', { '{{table}}': rate('launchlens_index_writer_retries_total', 'table') }),
    graph('Requests to the Solana node', 'reqps', {
      '{{outcome}}': rate('launchlens_rpc_requests_total', 'outcome'),
    }),
    graph('Time of the Solana node, 95th percentile', 's', {
      '{{method}}': p95('launchlens_rpc_request_seconds', 'method'),
    }),
    graph('Requests that wait for their turn', 'none', {
      '{{lane}} waits': 'sum by (lane) (launchlens_rpc_waiting)',
      '{{lane}} waited too long': count('launchlens_rpc_no_turn_total', 'lane'),
    }),
    graph('Indexers on standby', 'none', { standby: 'sum(launchlens_index_standby)' }),
  ],
};
