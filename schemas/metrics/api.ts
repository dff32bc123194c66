import { counter, gauge, histogram, LATENCY } from './metric.ts';

/** The API: served where it runs. */
export const API_METRICS = {
  launchlens_api_requests_total: counter('Answered and refused requests.', 'route', 'status'),
  launchlens_api_answer_seconds: histogram(LATENCY, 'Time to make an answer that was not cached.', 'route'),
  launchlens_api_ready_answers_total: counter(
    'Requests whose answer was cached (hit) or had to be made (miss).',
    'result',
  ),
  launchlens_api_limit_refusals_total: counter('Refusals by limits.', 'limit'),
  launchlens_api_last_indexed_slot: gauge('Slot of the newest state in memory.'),
  launchlens_api_lag_slots: gauge('Slots behind the chain.'),
  launchlens_api_checkpoint_age_seconds: gauge('Time since the indexer renewed the checkpoint.'),
  launchlens_api_verified_slot: gauge(
    'Newest slot proven equal to the chain; absent before the first audit.',
  ),
  launchlens_api_launches: gauge('Launches in memory.'),
  launchlens_api_pledges: gauge('Pledge accounts in memory.'),
  launchlens_api_unreadable_accounts: gauge('Accounts whose newest bytes no known layout explains.'),
  launchlens_api_store_ready: gauge('1 while the newest state is followed.'),
  launchlens_api_store_loads_total: counter('Full reads of the state.'),
  launchlens_api_store_tails_total: counter('Incremental updates of the state.'),
  launchlens_api_store_rows_total: counter('Account versions read.'),
  launchlens_api_store_failures_total: counter('Failed attempts to follow the index.'),
} as const;
