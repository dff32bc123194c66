import { readFileSync } from 'node:fs';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { INTENT_MEASURES } from '../../api/actions/intents/follow.ts';
import { GATE_MEASURES } from '../../api/actions/launch-gate/gate.ts';
import { measured } from '../../api/actions/measures.ts';
import { REWARD_MEASURES } from '../../api/actions/rewards/contradictions.ts';
import { SETTLEMENT_MEASURES } from '../../api/actions/settlement/settle.ts';
import { STRATEGY_MEASURES } from '../../api/actions/strategies/runner.ts';
import { WEBHOOK_MEASURES } from '../../api/actions/webhooks/deliver.ts';
import type { LatestStore } from '../../api/read/latest/store.ts';
import { createMetrics } from '../../api/rest/metrics.ts';
import { registerRpcMetrics } from '../../core/rpc/metrics.ts';
import { rpcLimit } from '../../core/rpc/rate-limit.ts';
import { createAuditStats } from '../../indexer/audit/service.ts';
import { registerIndexerMetrics } from '../../indexer/metrics.ts';
import type { SessionEnd } from '../../indexer/pipeline/next-step.ts';
import { createStats } from '../../indexer/pipeline/stats.ts';
import { manualClock } from '../support/manual-clock.ts';

const page = readFileSync(new URL('../../docs/operators.md', import.meta.url), 'utf8');
const clock = manualClock(100_000);

function everything() {
  const registry = new Registry();
  const store = {
    status: { phase: 'loading', reason: '' },
    held: undefined,
    counters: { loads: 0, tails: 0, rows: 0, failures: 0 },
  } as unknown as LatestStore;
  const metrics = createMetrics(store, clock, registry);
  const stats = createStats();
  const audits = { stats: createAuditStats() } as Parameters<typeof registerIndexerMetrics>[0]['audits'];
  registerIndexerMetrics({ stats, audits }, { clock, registry });
  registerRpcMetrics(rpcLimit(0), registry);
  measured(REWARD_MEASURES, registry);
  measured(SETTLEMENT_MEASURES, registry);
  measured(STRATEGY_MEASURES, registry);
  measured(WEBHOOK_MEASURES, registry);
  measured(GATE_MEASURES, registry);
  measured(INTENT_MEASURES, registry);
  return { registry, metrics, stats };
}

test('the page of operators lists every metric and no other', async () => {
  const { registry } = everything();
  const known = registry.getMetricsAsArray().map(({ name }) => name);
  const listed = [...page.matchAll(/^\| `(launchlens_\w+)`/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual(known.toSorted());
});

/** Those that end the indexer instead are counted nowhere. */
const COUNTED: Readonly<Record<SessionEnd['kind'], boolean>> = {
  ...{ closed: false, refused: false, failed: false },
  ...{ disconnected: true, frozen: true, lagged: true, out_of_range: true, replay_unavailable: true },
  ...{ broken: true, forked: true, stranded: true, discovered: true },
};

test('the page of operators lists every reason for which a stream ends, and no other', () => {
  const [row = ''] = /^\| `launchlens_index_stream_ends_total` .*$/m.exec(page) ?? [];
  const listed = [
    ...row
      .split('by `reason`')
      .slice(1)
      .join()
      .matchAll(/`(\w+)`/g),
  ].map(([, name]) => name);
  const counted = Object.entries(COUNTED).flatMap(([kind, is]) => (is ? [kind] : []));
  expect(listed.toSorted()).toEqual(counted.toSorted());
});

test('what is not known yet is absent, and what happened is counted by its reason', async () => {
  const { metrics, stats } = everything();
  const lines = async () => (await metrics.render()).text.split('\n').filter((line) => !line.startsWith('#'));
  const before = await lines();
  for (const name of [
    'api_verified_slot',
    'api_lag_slots',
    'index_lag_slots',
    'index_checkpoint_age_seconds',
  ])
    expect(before.filter((line) => line.startsWith(`launchlens_${name}`))).toEqual([]);
  stats.streamEnds.set('frozen', 2).set('lagged', 1);
  stats.lastIndexedSlot = 90n;
  stats.chainSlot = 97n;
  stats.checkpointAt = 97_500;
  stats.closures = 3;
  stats.gaps = 1;
  expect(await lines()).toEqual(
    expect.arrayContaining([
      'launchlens_index_stream_ends_total{reason="frozen"} 2',
      'launchlens_index_stream_ends_total{reason="lagged"} 1',
      'launchlens_index_frozen_streams_total 2',
      'launchlens_index_lag_slots 7',
      'launchlens_index_checkpoint_age_seconds 2.5',
      'launchlens_index_closures_total 3',
      'launchlens_index_gaps_total 1',
    ]),
  );
});
