import { type Dashboard, graph, p95, rate, table } from './panel.ts';

export const OVERVIEW: Dashboard = {
  uid: 'launchlens-overview',
  title: 'Launchlens: overview',
  panels: [
    table('Firing alerts', 'sum by (alertname, severity, instance) (ALERTS{alertstate="firing"})'),
    table('Processes', 'up * on (job, instance) group_left (version, node) launchlens_build_info'),
    graph('Behind the chain', 'slots', {
      'index {{instance}}': 'launchlens_index_lag_slots',
      'api {{instance}}': 'launchlens_api_lag_slots',
    }),
    graph('Age of the newest checkpoint', 's', {
      'index {{instance}}': 'launchlens_index_checkpoint_age_seconds',
      'api {{instance}}': 'launchlens_api_checkpoint_age_seconds',
    }),
    graph('Age of the newest proof', 's', { '{{instance}}': 'launchlens_index_verified_age_seconds' }),
    graph('Requests', 'reqps', {
      'REST, pages and exports': rate('launchlens_api_request_seconds_count'),
      GraphQL: rate('launchlens_api_graphql_seconds_count'),
      MCP: rate('launchlens_api_mcp_call_seconds_count'),
    }),
    graph('Store statements, 95th percentile', 's', {
      'ClickHouse {{lane}} {{kind}}': p95('launchlens_clickhouse_statement_seconds', 'lane', 'kind'),
      PostgreSQL: p95('launchlens_postgres_statement_seconds'),
    }),
    graph('Failed and repeated statements', 'ops', {
      '{{code}} failed in ClickHouse': rate('launchlens_clickhouse_errors_total', 'code'),
      '{{code}} repeated in ClickHouse': rate('launchlens_clickhouse_retries_total', 'code'),
      '{{code}} failed in PostgreSQL': rate('launchlens_postgres_errors_total', 'code'),
      '{{code}} repeated in PostgreSQL': rate('launchlens_postgres_retries_total', 'code'),
    }),
    graph('Free disk', 'percentunit', {
      '{{disk}} {{instance}}': 'launchlens_disk_free_bytes / launchlens_disk_size_bytes',
    }),
    graph('Memory', 'bytes', { '{{instance}}': 'process_resident_memory_bytes{job!="prometheus"}' }),
    graph('CPU', 'percentunit', { '{{instance}}': 'rate(process_cpu_seconds_total[$__rate_interval])' }),
    graph('Event loop lag, 99th percentile', 's', { '{{instance}}': 'nodejs_eventloop_lag_p99_seconds' }),
  ],
};
