import { afterEach, describe, expect, test } from 'vitest';
import { createLogger } from '../../core/kernel/logger.ts';
import { thisProcess } from '../../core/kernel/process-identity.ts';
import { settingsSchema } from '../../core/kernel/settings/schema.ts';
import { rpcLimit } from '../../core/rpc/rate-limit.ts';
import { createAuditStats } from '../../indexer/audit/service.ts';
import type { RunningIndexer } from '../../indexer/main.ts';
import { createStats } from '../../indexer/pipeline/stats.ts';
import { type StatusServer, startStatus } from '../../indexer/status.ts';
import { WriterStats } from '../../indexer/write/writer-stats.ts';
import { manualClock } from '../support/manual-clock.ts';

const NOW = 1_000_000;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function start(settings: Readonly<Record<string, string>>): Promise<StatusServer> {
  return startStatus({
    settings: settingsSchema.parse(settings),
    clock: manualClock(NOW),
    logger: createLogger('silent'),
    shutdown: { onClose: (_what, close) => closing.push(close) },
    rpcLimit: rpcLimit(0),
  });
}

/** An indexer that has written its checkpoint a second ago, three slots behind the chain. */
function indexer() {
  const stats = createStats();
  const audits = createAuditStats();
  Object.assign(stats, { state: 'live', lastIndexedSlot: 97n, chainSlot: 100n, checkpointAt: NOW - 1_000 });
  const writer = { stats: new WriterStats(), pending: { rows: 0, bytes: 0 } };
  return { stats, audits, running: { stats, audits: { stats: audits } as RunningIndexer['audits'], writer } };
}

async function ask(transports: StatusServer, path: string) {
  const answer = await fetch(`${transports.url}${path}`);
  return { code: answer.status, headers: answer.headers, body: await answer.text() };
}

async function ready(transports: StatusServer): Promise<unknown> {
  const { code, body } = await ask(transports, '/ready');
  return [code, JSON.parse(body)];
}

describe('an indexer that runs alone', () => {
  test('listens nowhere unless it is told to', async () => {
    const transports = await start({});
    expect(transports.url).toBeUndefined();
    expect(closing).toEqual([]);
    transports.watch(indexer().running);
  });

  test('says on loopback that it lives before it has started, and not that it is ready', async () => {
    const transports = await start({ METRICS_PORT: '0' });
    expect(transports.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await ask(transports, '/health')).toMatchObject({ code: 200, body: '{"status":"alive"}' });
    expect(await ready(transports)).toMatchObject([
      503,
      { code: 'loading', detail: 'The indexer has written nothing since it started: opening the store.' },
    ]);
    transports.step('waiting for the first block of the stream');
    expect(await ready(transports)).toMatchObject([
      503,
      { detail: expect.stringMatching(/: waiting for the first block/) },
    ]);
    expect((await ask(transports, '/ready')).headers.get('retry-after')).toBe('1');
    expect((await fetch(`${transports.url}/health`, { method: 'POST' })).status).toBe(404);
  });

  test('says that it is on standby, and for whom it waits, until it writes', async () => {
    const transports = await start({ METRICS_PORT: '0' });
    expect((await ask(transports, '/metrics')).body).toContain('launchlens_index_standby 0\n');
    transports.standby({ ...thisProcess(), command: 'launchlens index', pid: 77, host: 'other' });
    expect(await ask(transports, '/health')).toMatchObject({ body: '{"status":"alive","role":"standby"}' });
    expect(await ready(transports)).toMatchObject([
      503,
      { code: 'standby', detail: expect.stringContaining('`launchlens index` (process 77 on other)') },
    ]);
    expect((await ask(transports, '/metrics')).body).toContain('launchlens_index_standby 1\n');
    transports.watch(indexer().running);
    expect(await ask(transports, '/health')).toMatchObject({ body: '{"status":"alive"}' });
    expect(await ready(transports)).toMatchObject([200, { status: 'ready' }]);
    expect((await ask(transports, '/metrics')).body).toContain('launchlens_index_standby 0\n');
  });

  test('is ready once it writes, and shows its metrics', async () => {
    const transports = await start({ METRICS_PORT: '0' });
    transports.watch(indexer().running);
    expect(await ready(transports)).toEqual([200, { status: 'ready', repairing: null }]);
    const { body, headers } = await ask(transports, '/metrics');
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toContain('launchlens_index_last_indexed_slot 97\n');
    expect(body).toContain('launchlens_index_lag_slots 3\n');
    expect(body).toContain('launchlens_rpc_waiting{lane="indexer"} 0\n');
  });

  test.each([
    ['loading', { checkpointAt: undefined }, undefined],
    ['stale', { checkpointAt: NOW - 61_000 }, undefined],
    ['lagging', { lastIndexedSlot: 100n, chainSlot: 251n }, undefined],
    ['different', {}, { slot: 97n, differences: 2n }],
  ] as const)('is not ready and says %s', async (code, stats, unrepaired) => {
    const transports = await start({ METRICS_PORT: '0' });
    const watched = indexer();
    Object.assign(watched.stats, stats);
    watched.audits.unrepaired = unrepaired;
    transports.watch(watched.running);
    const body = { status: 'not_ready', code, detail: expect.any(String) };
    expect(await ready(transports)).toEqual([503, body]);
  });

  test('without launches is ready once every program is, and names the one that is not', async () => {
    const transports = await start({ METRICS_PORT: '0' });
    const [vault, pool] = [indexer(), indexer()];
    pool.stats.checkpointAt = NOW - 61_000;
    transports.watchPrograms(
      new Map([
        ['vault', vault.running],
        ['pool', pool.running],
      ]),
    );
    const detail = expect.stringMatching(/^Program pool: /);
    expect(await ready(transports)).toMatchObject([503, { code: 'stale', detail }]);
    pool.stats.checkpointAt = NOW;
    expect(await ready(transports)).toMatchObject([200, { status: 'ready' }]);
  });

  test('keeps the bounds that are set, and says what is being mended', async () => {
    const transports = await start({
      METRICS_PORT: '0',
      READY_MAX_LAG_SLOTS: '2',
      READY_MAX_AGE_SECONDS: '5',
    });
    const { running, stats } = indexer();
    stats.state = 'snapshot';
    transports.watch(running);
    expect(await ready(transports)).toMatchObject([
      503,
      {
        code: 'lagging',
        detail: 'The index is 3 slots behind the chain, more than 2.',
        repairing: 'the chain is read by RPC to close a gap',
      },
    ]);
  });

  test('names the setting when its port is taken', async () => {
    const { url = '' } = await start({ METRICS_PORT: '0' });
    await expect(start({ METRICS_PORT: new URL(url).port })).rejects.toMatchObject({
      code: 'PORT_IN_USE',
      context: { setting: 'METRICS_PORT' },
    });
  });
});
