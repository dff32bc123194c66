import { counter, gauge, histogram, LATENCY } from './metric.ts';

/** The API: served where it runs. */
export const API_METRICS = {
  launchlens_api_requests_total: counter('Answered and refused requests.', 'route', 'status'),
  launchlens_api_request_seconds: histogram(
    LATENCY,
    'Time of a request to the last byte of its answer, exports included; GraphQL and MCP have their own.',
    'route',
  ),
  launchlens_api_graphql_seconds: histogram(
    LATENCY,
    'Time of a GraphQL operation, by its field of the root (several, or none if it was refused before): ok, error, or stream for the time until a subscription is open.',
    'field',
    'outcome',
  ),
  launchlens_api_mcp_call_seconds: histogram(
    LATENCY,
    'Time of a call of an MCP tool: ok, refused, or failed through no fault of the caller.',
    'tool',
    'outcome',
  ),
  launchlens_api_exports_total: counter(
    'Ends of exports: sent, left by the client, or cut_off.',
    'format',
    'outcome',
  ),
  launchlens_api_credential_refusals_total: counter(
    'Refused credentials and tokens: missing, unknown, wrong_surface, revoked, rotated, expired, or bad_token.',
    'reason',
  ),
  launchlens_api_answer_seconds: histogram(LATENCY, 'Time to make an answer that was not cached.', 'route'),
  launchlens_api_ready_answers_total: counter(
    'Requests whose answer was cached (hit) or had to be made (miss).',
    'result',
  ),
  launchlens_api_limit_refusals_total: counter('Refusals by limits.', 'limit'),
  launchlens_api_publication_seconds: histogram(
    LATENCY,
    'Time from a checkpoint, or in a single process from a whole slot, to the first answer from it, by the clocks of indexer and API.',
  ),
  launchlens_api_past_answers_total: counter(
    'Answers about an earlier slot by where they came from: memory, or the store.',
    'from',
  ),
  launchlens_api_cold_answers_total: counter('Answers from the store because pledges were not in memory.'),
  launchlens_api_warmed_launches_total: counter('Launches whose pledges came into memory after questions.'),
  launchlens_api_last_indexed_slot: gauge('Slot of the newest state in memory.'),
  launchlens_api_lag_slots: gauge('Slots behind the chain.'),
  launchlens_api_checkpoint_age_seconds: gauge('Time since the indexer renewed the checkpoint.'),
  launchlens_api_verified_slot: gauge(
    'Newest slot proven equal to the chain; absent before the first audit.',
  ),
  launchlens_api_verified_lag_slots: gauge(
    'Slots from the newest one proven equal to the newest one of the chain.',
  ),
  launchlens_api_recent_slots: gauge('Slots before the newest that are answered from memory.'),
  launchlens_api_launches: gauge('Launches in memory.'),
  launchlens_api_pledges: gauge('Pledge accounts in memory.'),
  launchlens_api_pledge_bytes: gauge('Memory that the pledges take, of at most `LATEST_STATE_MB`.'),
  launchlens_api_cold_launches: gauge('Launches whose pledges are not in memory.'),
  launchlens_api_unreadable_accounts: gauge('Accounts whose newest bytes no known layout explains.'),
  launchlens_api_store_ready: gauge('1 while the newest state is followed.'),
  launchlens_api_store_loads_total: counter('Full reads of the state.'),
  launchlens_api_store_tails_total: counter('Incremental updates of the state.'),
  launchlens_api_store_rows_total: counter('Account versions read.'),
  launchlens_api_store_failures_total: counter('Failed attempts to follow the index.'),
} as const;
