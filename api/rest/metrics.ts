import { Counter, Histogram, Registry } from 'prom-client';
import type { Clock } from '../../core/kernel/clock.ts';
import { gaugesOf } from '../../core/kernel/gauges.ts';
import { LIMIT_NAMES, type LimitMetrics } from '../access/limit-names.ts';
import type { LatestStore } from '../read/latest/store.ts';

const ANSWER_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 15];

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
  const requests = new Map<string, { route: string; status: number; count: number }>();
  const lookups = { hit: 0, miss: 0 };
  const registers = [registry];
  const answerSeconds = new Histogram({
    name: 'launchlens_api_answer_seconds',
    help: 'Time to make an answer that was not ready.',
    labelNames: ['route'],
    buckets: ANSWER_BUCKETS,
    registers,
  });
  const refusals = new Counter({
    name: 'launchlens_api_limit_refusals_total',
    help: 'Refusals by limit.',
    labelNames: ['limit'],
    registers,
  });
  // All of them from the start, so that an alert sees the first refusal as an increase.
  for (const limit of LIMIT_NAMES) refusals.inc({ limit }, 0);
  // Plain numbers on the hot path; they become metrics at a scrape.
  new Counter({
    name: 'launchlens_api_requests_total',
    help: 'Reads answered, and refusals of any path.',
    labelNames: ['route', 'status'],
    registers,
    collect() {
      this.reset();
      for (const { route, status, count } of requests.values()) this.inc({ route, status }, count);
    },
  });
  new Counter({
    name: 'launchlens_api_ready_answers_total',
    help: 'Questions whose answer lay ready as bytes (hit) or had to be made (miss).',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset();
      for (const result of ['hit', 'miss'] as const) this.inc({ result }, lookups[result]);
    },
  });
  storeMetrics(store, clock, registers);

  return {
    request: (route, status) => {
      const name = `${status} ${route}`;
      const entry = requests.get(name);
      if (entry) entry.count += 1;
      else requests.set(name, { route, status, count: 1 });
    },
    limited: (limit) => refusals.inc({ limit }),
    ready: (hit) => {
      lookups[hit ? 'hit' : 'miss'] += 1;
    },
    making: (route) => {
      const stop = answerSeconds.startTimer({ route });
      return () => {
        stop();
      };
    },
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}

function storeMetrics(store: LatestStore, clock: Clock, registers: Registry[]): void {
  const gauge = gaugesOf('launchlens_api', registers);
  const stamp = () => store.held?.stamp;
  const lag = () => {
    const checkpoint = stamp()?.checkpoint;
    return checkpoint && Math.max(0, Number(checkpoint.chainSlot - checkpoint.slot));
  };
  gauge('last_indexed_slot', 'Slot of the newest state held in memory.', () => asNumber(stamp()?.slot));
  gauge('lag_slots', 'How far the index is behind the chain.', lag);
  gauge('checkpoint_age_seconds', 'Seconds since the indexer renewed the checkpoint.', () => {
    const checkpoint = stamp()?.checkpoint;
    return checkpoint && Math.max(0, (clock.now() - checkpoint.indexedAt) / 1000);
  });
  gauge('verified_slot', 'Newest slot proven equal to the chain.', () => asNumber(stamp()?.verifiedSlot));
  gauge('launches', 'Launches held.', () => store.held?.state.launches.length);
  gauge('pledges', 'Pledge accounts held.', () => store.held?.state.pledgeCount);
  gauge('unreadable_accounts', 'Accounts whose newest bytes no known layout explains.', () =>
    store.held ? (store.held.stamp.unreadable?.count ?? 0) : undefined,
  );
  gauge('store_ready', '1 while the newest state is followed.', () => Number(store.status.phase === 'ready'));
  gauge('store_loads', 'Times the whole state was read.', () => store.counters.loads);
  gauge('store_tails', 'Times the state was moved on.', () => store.counters.tails);
  gauge('store_rows', 'Account versions read.', () => store.counters.rows);
  gauge('store_failures', 'Failed attempts to follow the index.', () => store.counters.failures);
}

function asNumber(value: bigint | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}
