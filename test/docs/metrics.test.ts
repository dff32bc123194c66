import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { ALERT_MEASURES } from '../../api/actions/alerts/watch.ts';
import { RETENTION_MEASURES } from '../../api/actions/control/forget.ts';
import { INTENT_MEASURES } from '../../api/actions/intents/follow.ts';
import { GATE_MEASURES } from '../../api/actions/launch-gate/gate.ts';
import { measured } from '../../api/actions/measures.ts';
import { REWARD_MEASURES } from '../../api/actions/rewards/contradictions.ts';
import { SETTLEMENT_MEASURES } from '../../api/actions/settlement/settle.ts';
import { STRATEGY_MEASURES } from '../../api/actions/strategies/runner.ts';
import { WEBHOOK_MEASURES } from '../../api/actions/webhooks/deliver.ts';
import type { LatestStore } from '../../api/read/latest/store.ts';
import { createMetrics } from '../../api/rest/metrics.ts';
import { registerStanding } from '../../api/workers.ts';
import { Observations } from '../../core/kernel/metrics/observations.ts';
import { registerProcessMetrics } from '../../core/kernel/metrics/process.ts';
import { StatementStats } from '../../core/kernel/metrics/statements.ts';
import { Tally } from '../../core/kernel/metrics/tally.ts';
import { productVersion } from '../../core/kernel/product-version.ts';
import type { Oltp } from '../../core/oltp/port.ts';
import { registerRpcMetrics } from '../../core/rpc/metrics.ts';
import { rpcLimit } from '../../core/rpc/rate-limit.ts';
import { createAuditStats } from '../../indexer/audit/service.ts';
import {
  registerIndexerMetrics,
  registerProgramMetrics,
  registerStandbyMetric,
} from '../../indexer/metrics.ts';
import type { SessionEnd } from '../../indexer/pipeline/next-step.ts';
import { createStats } from '../../indexer/pipeline/stats.ts';
import { WriterStats } from '../../indexer/write/writer-stats.ts';
import { METRICS } from '../../schemas/metrics/all.ts';
import { absent } from '../support/absent.ts';
import { manualClock } from '../support/manual-clock.ts';
import { documentedRows, rowOf } from '../support/metrics-page.ts';

const clock = manualClock(100_000);

function everything() {
  const registry = new Registry();
  const store = {
    status: { phase: 'loading', reason: '' },
    held: undefined,
    counters: { loads: 0, tails: 0, rows: 0, failures: 0, coldAnswers: 0, warmed: 0 },
    publication: new Observations('launchlens_api_publication_seconds'),
    pastAnswers: new Tally('launchlens_api_past_answers_total'),
  } as unknown as LatestStore;
  const metrics = createMetrics(store, clock, registry);
  const stats = createStats();
  const audits = { stats: createAuditStats() } as Parameters<typeof registerIndexerMetrics>[0]['audits'];
  const writer = { stats: new WriterStats(), pending: { rows: 7, bytes: 700 } };
  registerIndexerMetrics({ stats, audits, writer }, { clock, registry });
  registerProgramMetrics(new Map([['vault', { stats, audits }]]), { clock, registry });
  registerStandbyMetric(() => false, registry);
  registerRpcMetrics(rpcLimit(0), registry);
  const stores = ['clickhouse', 'postgres'] as const;
  for (const store of stores) new StatementStats(store).exposeIn(registry);
  registerProcessMetrics(registry, { dataDir: import.meta.dirname });
  const measures = [
    ...[REWARD_MEASURES, SETTLEMENT_MEASURES, STRATEGY_MEASURES, WEBHOOK_MEASURES],
    ...[ALERT_MEASURES, GATE_MEASURES, INTENT_MEASURES, RETENTION_MEASURES],
  ];
  registerStanding({ oltp: absent<Oltp>('store of decisions'), clock, registry });
  for (const each of measures) measured(each, registry);
  return { registry, metrics, stats, audits };
}

test('every declared metric is registered, and no other', () => {
  const { registry } = everything();
  const known = registry
    .getMetricsAsArray()
    .map(({ name }) => name)
    .filter((name) => !/^(process|nodejs)_/.test(name));
  expect(known.toSorted()).toEqual(Object.keys(METRICS).toSorted());
});

test('docs/monitoring.md lists every metric with its type, labels and meaning, and no other', () => {
  expect(documentedRows()).toEqual(Object.entries(METRICS).map(([name, metric]) => rowOf(name, metric)));
});

test('the name of a metric says its type', () => {
  for (const [name, { type }] of Object.entries(METRICS)) {
    expect(name.endsWith('_total'), name).toBe(type === 'counter');
    if (type === 'histogram') expect(name).toMatch(/_(seconds|rows)$/);
  }
});

/** Those that end the indexer are counted nowhere. */
const COUNTED: Readonly<Record<SessionEnd['kind'], boolean>> = {
  ...{ closed: false, failed: false, refused: true },
  ...{ disconnected: true, frozen: true, lagged: true, out_of_range: true, replay_unavailable: true },
  ...{ broken: true, forked: true, stranded: true, discovered: true },
};

test('every reason for which a stream ends is documented, and counted from 0', () => {
  const counted = Object.entries(COUNTED).flatMap(([kind, is]) => (is ? [kind] : []));
  const [, listed = ''] = METRICS.launchlens_index_stream_ends_total.help.split(/: |\.$/);
  expect(listed.split(', ').toSorted()).toEqual(counted.toSorted());
  expect([...createStats().streamEnds.keys()].toSorted()).toEqual(counted.toSorted());
});

test('what is not known yet is absent, and what happened is counted by its reason', async () => {
  const { metrics, stats, audits } = everything();
  const lines = async () => (await metrics.render()).text.split('\n').filter((line) => !line.startsWith('#'));
  const before = await lines();
  for (const name of [
    'api_verified_slot',
    'api_lag_slots',
    'index_lag_slots',
    'index_checkpoint_age_seconds',
    'index_verified_age_seconds',
    'webhooks_pending',
  ])
    expect(before.filter((line) => line.startsWith(`launchlens_${name}`))).toEqual([]);
  stats.streamEnds.set('frozen', 2).set('lagged', 1);
  stats.lastIndexedSlot = 90n;
  stats.chainSlot = 97n;
  stats.checkpointAt = 97_500;
  stats.closures = 3;
  stats.gaps = 1;
  Object.assign(audits.stats, { verifiedSlot: 80n, verifiedAt: 40_000 });
  metrics.request('/a', 200);
  metrics.request('/a', 200);
  metrics.making('/a')();
  expect(await lines()).toEqual(
    expect.arrayContaining([
      'launchlens_index_stream_ends_total{reason="frozen"} 2',
      'launchlens_index_stream_ends_total{reason="lagged"} 1',
      'launchlens_index_lag_slots 7',
      'launchlens_program_lag_slots{program="vault"} 7',
      'launchlens_program_verified_slot{program="vault"} 80',
      'launchlens_program_audits_total{program="vault",verdict="equal"} 0',
      'launchlens_index_checkpoint_age_seconds 2.5',
      'launchlens_index_verified_age_seconds 60',
      'launchlens_index_closures_total 3',
      'launchlens_index_gaps_total 1',
      'launchlens_index_unrepaired_accounts 0',
      'launchlens_index_writer_queue_bytes 700',
      `launchlens_build_info{version="${productVersion()}",node="${process.version}"} 1`,
      'launchlens_webhooks_delivered_total 0',
      'launchlens_api_requests_total{route="/a",status="200"} 2',
      'launchlens_api_answer_seconds_bucket{le="+Inf",route="/a"} 1',
      'launchlens_api_answer_seconds_count{route="/a"} 1',
    ]),
  );
});
