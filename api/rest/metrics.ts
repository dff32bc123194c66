import { Registry } from 'prom-client';
import type { Clock } from '../../core/kernel/clock.ts';
import { asNumber, by, exposeAll } from '../../core/kernel/metrics/expose.ts';
import { Observations } from '../../core/kernel/metrics/observations.ts';
import { Tally } from '../../core/kernel/metrics/tally.ts';
import { type CredentialMetrics, REFUSAL_REASONS } from '../access/credential-metrics.ts';
import { LIMIT_NAMES, type LimitMetrics } from '../access/limit-names.ts';
import type { LatestStore } from '../read/latest/store.ts';

/** The API's own metrics, in Prometheus' text format. */
export interface ApiMetrics extends LimitMetrics, CredentialMetrics {
  /** One answered read, or one refusal of any path. */
  request(route: string, status: number): void;
  /** How long a request took, to the last byte of its answer. */
  served(route: string, seconds: number): void;
  /** One GraphQL operation, by its field of the root. */
  operation(field: string, outcome: 'ok' | 'error' | 'stream', seconds: number): void;
  /** One call of an MCP tool. */
  toolCall(tool: string, outcome: 'ok' | 'refused' | 'failed', seconds: number): void;
  /** The end of one export. */
  exported(format: string, outcome: 'sent' | 'left' | 'cut_off'): void;
  /** Whether an answer was cached. */
  ready(hit: boolean): void;
  /** Times the creation of an answer; call the result when it is done. */
  making(route: string): () => void;
  render(): Promise<{ readonly contentType: string; readonly text: string }>;
}

export function createMetrics(store: LatestStore, clock: Clock, registry = new Registry()): ApiMetrics {
  const requests = new Tally('launchlens_api_requests_total');
  const lookups = { hit: 0, miss: 0 };
  const refusals = new Tally(
    'launchlens_api_limit_refusals_total',
    LIMIT_NAMES.map((limit) => [limit]),
  );
  const credentials = new Tally(
    'launchlens_api_credential_refusals_total',
    REFUSAL_REASONS.map((reason) => [reason]),
  );
  const exports = new Tally('launchlens_api_exports_total');
  const answers = new Observations('launchlens_api_answer_seconds');
  const served = new Observations('launchlens_api_request_seconds');
  const operations = new Observations('launchlens_api_graphql_seconds');
  const calls = new Observations('launchlens_api_mcp_call_seconds');
  const kept = [
    requests,
    refusals,
    credentials,
    exports,
    answers,
    served,
    operations,
    calls,
    store.publication,
    store.pastAnswers,
  ];
  for (const metric of kept) metric.exposeIn(registry);
  exposeAll(registry, {
    launchlens_api_ready_answers_total: () => by('result', Object.entries(lookups)),
  });
  registerStore(store, clock, registry);

  return {
    request: (route, status) => requests.add(route, String(status)),
    limited: (limit) => refusals.add(limit),
    credentialRefused: (reason) => credentials.add(reason),
    served: (route, seconds) => served.observe(seconds, route),
    operation: (field, outcome, seconds) => operations.observe(seconds, field, outcome),
    toolCall: (tool, outcome, seconds) => calls.observe(seconds, tool, outcome),
    exported: (format, outcome) => exports.add(format, outcome),
    ready: (hit) => {
      lookups[hit ? 'hit' : 'miss'] += 1;
    },
    making: (route) => answers.start(route),
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}

function registerStore(store: LatestStore, clock: Clock, registry: Registry): void {
  const { counters } = store;
  const stamp = () => store.held?.stamp;
  exposeAll(registry, {
    launchlens_api_last_indexed_slot: () => asNumber(stamp()?.slot),
    launchlens_api_lag_slots: () => {
      const checkpoint = stamp()?.checkpoint;
      return checkpoint && Math.max(0, Number(checkpoint.chainSlot - checkpoint.slot));
    },
    launchlens_api_checkpoint_age_seconds: () => {
      const checkpoint = stamp()?.checkpoint;
      return checkpoint && Math.max(0, (clock.now() - checkpoint.indexedAt) / 1000);
    },
    launchlens_api_verified_slot: () => asNumber(stamp()?.verifiedSlot),
    launchlens_api_verified_lag_slots: () => {
      const { checkpoint, verifiedSlot } = stamp() ?? {};
      if (!checkpoint || verifiedSlot === undefined) return undefined;
      return Math.max(0, Number(checkpoint.chainSlot - verifiedSlot));
    },
    launchlens_api_recent_slots: () => {
      const { held } = store;
      return held && Number(held.stamp.slot - held.recent.from);
    },
    launchlens_api_launches: () => store.held?.state.launches.length,
    launchlens_api_pledges: () => store.held?.state.pledgeCount,
    launchlens_api_pledge_bytes: () => store.held?.state.memory.bytes,
    launchlens_api_cold_launches: () => store.held?.state.coldCount,
    launchlens_api_cold_answers_total: () => counters.coldAnswers,
    launchlens_api_warmed_launches_total: () => counters.warmed,
    launchlens_api_unreadable_accounts: () =>
      store.held ? (store.held.stamp.unreadable?.count ?? 0) : undefined,
    launchlens_api_store_ready: () => Number(store.status.phase === 'ready'),
    launchlens_api_store_loads_total: () => counters.loads,
    launchlens_api_store_tails_total: () => counters.tails,
    launchlens_api_store_rows_total: () => counters.rows,
    launchlens_api_store_failures_total: () => counters.failures,
  });
}
