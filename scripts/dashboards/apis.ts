import { count, type Dashboard, graph, p95, rate } from './panel.ts';

export const APIS: Dashboard = {
  uid: 'launchlens-apis',
  title: 'Launchlens: APIs',
  panels: [
    graph('Answers by status', 'reqps', { '{{status}}': rate('launchlens_api_requests_total', 'status') }),
    graph('Time by route, 95th percentile', 's', {
      '{{route}}': p95('launchlens_api_request_seconds', 'route'),
    }),
    graph('GraphQL operations by outcome', 'ops', {
      '{{outcome}}': rate('launchlens_api_graphql_seconds_count', 'outcome'),
    }),
    graph('Time by GraphQL field, 95th percentile', 's', {
      '{{field}}': p95('launchlens_api_graphql_seconds', 'field'),
    }),
    graph('Exports', 'none', {
      '{{format}} {{outcome}}': count('launchlens_api_exports_total', 'format', 'outcome'),
    }),
    graph('Cached answers', 'percentunit', {
      cached:
        'sum(rate(launchlens_api_ready_answers_total{result="hit"}[$__rate_interval])) / sum(rate(launchlens_api_ready_answers_total[$__rate_interval]))',
    }),
    graph('Time to make an answer, 95th percentile', 's', {
      '{{route}}': p95('launchlens_api_answer_seconds', 'route'),
    }),
    graph('Refusals by limit', 'ops', { '{{limit}}': rate('launchlens_api_limit_refusals_total', 'limit') }),
    graph('Updates of the newest state', 'ops', {
      tails: rate('launchlens_api_store_tails_total'),
      'full reads': rate('launchlens_api_store_loads_total'),
      failures: rate('launchlens_api_store_failures_total'),
    }),
    graph('Newest state in memory', 'none', {
      'launches {{instance}}': 'launchlens_api_launches',
      'pledges {{instance}}': 'launchlens_api_pledges',
      'launches without their pledges {{instance}}': 'launchlens_api_cold_launches',
    }),
    graph('Memory of pledges', 'bytes', { '{{instance}}': 'launchlens_api_pledge_bytes' }),
    graph('Answers that needed the store', 'ops', {
      'pledges that are not in memory': rate('launchlens_api_cold_answers_total'),
      'earlier slots': 'sum(rate(launchlens_api_past_answers_total{from="store"}[$__rate_interval]))',
    }),
  ],
};
