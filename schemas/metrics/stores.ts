import { counter, gauge, histogram, LATENCY } from './metric.ts';

/** What every process depends on: the Solana node and the two stores. */
export const STORE_METRICS = {
  launchlens_rpc_waiting: gauge('Requests to the Solana node that wait for their turn.', 'lane'),
  launchlens_rpc_no_turn_total: counter(
    'Requests to the Solana node whose turn did not come in time.',
    'lane',
  ),
  launchlens_rpc_requests_total: counter(
    'Requests sent to the Solana node, retries included: ok, rate_limited (a 429), timeout, unreachable, behind, refused, redirected, bad_answer or aborted.',
    'method',
    'outcome',
  ),
  launchlens_rpc_request_seconds: histogram(
    LATENCY,
    'Time of a request to the Solana node, without its wait for a turn.',
    'method',
  ),
  launchlens_clickhouse_statement_seconds: histogram(
    LATENCY,
    'Time of a statement: query, command, insert, file, or stream, which includes its reader.',
    'lane',
    'kind',
  ),
  launchlens_clickhouse_errors_total: counter('Statements that failed in the end.', 'code'),
  launchlens_clickhouse_retries_total: counter('Statements sent again after a brief failure.', 'code'),
  launchlens_postgres_statement_seconds: histogram(
    LATENCY,
    'Time of a statement, those of transactions included.',
  ),
  launchlens_postgres_errors_total: counter(
    'Statements that failed. A conflict is often an expected answer.',
    'code',
  ),
  launchlens_postgres_retries_total: counter('Transactions run again because they collided.', 'code'),
} as const;
