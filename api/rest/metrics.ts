import { Registry } from 'prom-client';
import type { Clock } from '../../core/kernel/clock.ts';
import { asNumber, by, exposeAll, type Sample } from '../../core/kernel/metrics/expose.ts';
import { Observations } from '../../core/kernel/metrics/observations.ts';
import { LIMIT_NAMES, type LimitMetrics, type LimitName } from '../access/limit-names.ts';
import type { LatestStore } from '../read/latest/store.ts';

/** The API's own metrics, in Prometheus' text format. */
export interface ApiMetrics extends LimitMetrics {
  /** One answered read, or one refusal of any path. */
  request(route: string, status: number): void;
  /** Whether an answer was cached. */
  ready(hit: boolean): void;
  /** Times the creation of an answer; call the result when it is done. */
  making(route: string): () => void;
  render(): Promise<{ readonly contentType: string; readonly text: string }>;
}

export function createMetrics(store: LatestStore, clock: Clock, registry = new Registry()): ApiMetrics {
  const requests = new Map<string, [labels: { route: string; status: string }, count: number]>();
  const lookups = { hit: 0, miss: 0 };
  // All of them from the start, so that an alert sees the first refusal as an increase.
  const refusals = new Map<LimitName, number>(LIMIT_NAMES.map((limit) => [limit, 0]));
  const answers = new Observations(registry, 'launchlens_api_answer_seconds');
  exposeAll(registry, {
    launchlens_api_requests_total: (): Iterable<Sample> => requests.values(),
    launchlens_api_ready_answers_total: () => by('result', Object.entries(lookups)),
    launchlens_api_limit_refusals_total: () => by('limit', refusals),
  });
  registerStore(store, clock, registry);

  return {
    request: (route, status) => {
      const name = `${status} ${route}`;
      const entry = requests.get(name);
      if (entry) entry[1] += 1;
      else requests.set(name, [{ route, status: String(status) }, 1]);
    },
    limited: (limit) => refusals.set(limit, (refusals.get(limit) ?? 0) + 1),
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
    launchlens_api_launches: () => store.held?.state.launches.length,
    launchlens_api_pledges: () => store.held?.state.pledgeCount,
    launchlens_api_unreadable_accounts: () =>
      store.held ? (store.held.stamp.unreadable?.count ?? 0) : undefined,
    launchlens_api_store_ready: () => Number(store.status.phase === 'ready'),
    launchlens_api_store_loads_total: () => counters.loads,
    launchlens_api_store_tails_total: () => counters.tails,
    launchlens_api_store_rows_total: () => counters.rows,
    launchlens_api_store_failures_total: () => counters.failures,
  });
}
