import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unrepairedReader } from '../../../api/read/unrepaired.ts';
import { systemClock } from '../../../core/kernel/clock.ts';
import { waitFor } from '../../support/wait-for.ts';
import { indexSuite } from '../support/index-suite.ts';
import { type ApiUnderTest, openApi } from '../support/mirror-under-test.ts';

describe('the paths for those who run the API', () => {
  const under = indexSuite();
  let api: ApiUnderTest;
  let now = 0;
  beforeEach(async () => {
    now = 0;
    api = openApi(under.olap, { clock: { ...systemClock, now: () => now } });
  });
  afterEach(async () => {
    await api.stop();
  });

  test('is alive but not ready before anything was indexed, and every read answers 503', async () => {
    expect(await api.get('/health')).toMatchObject({ status: 200, json: { status: 'alive' } });
    const reads = ['/ready', '/api/v1/ilo/status/', '/api/v1/ilo/launches/7/?as_of_slot=3'];
    for (const path of reads) {
      const { status, headers, json } = await api.get(path);
      expect({ status, retry: headers['retry-after'] }).toEqual({ status: 503, retry: '1' });
      expect(json.detail).toMatch(/^The index is not ready: (nothing has been indexed yet|reading)/);
    }
  });

  test('says what the indexer of the same process does until something is indexed', async () => {
    let step: string | undefined = 'reading 12 accounts of launches by RPC';
    const starting = openApi(under.olap, { starting: () => step });
    const detail = async () => (await starting.get('/ready')).json.detail;
    try {
      await waitFor(async () => (await detail()) === `The index is not ready: ${step}. Try again shortly.`, {
        what: 'the step of the indexer',
      });
      step = undefined;
      expect(await detail()).toMatch(/nothing has been indexed yet/);
    } finally {
      await starting.stop();
    }
  });

  test('is ready once the newest state is loaded and near the chain', async () => {
    await under.index.checkpoint({ slot: 100n, chainSlot: 101n });
    await api.followed.reaches(100n);

    expect(await api.get('/ready')).toMatchObject({
      status: 200,
      json: {
        status: 'ready',
        last_indexed_slot: 100,
        chain_slot: 101,
        lag_slots: 1,
        verified_slot: null,
        checkpoint_age_seconds: 0,
        unreadable_accounts: 0,
        max_lag_slots: 150,
        max_age_seconds: 60,
        repairing: null,
      },
    });
  });

  test('is not ready while the index is far behind the chain, though reads are answered', async () => {
    await under.index.checkpoint({ slot: 100n, chainSlot: 251n });
    await api.followed.reaches(100n);

    expect(await api.get('/ready')).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
      json: {
        status: 'not_ready',
        code: 'lagging',
        detail: 'The index is 151 slots behind the chain, more than 150.',
      },
    });
    expect((await api.get('/api/v1/ilo/status/')).status).toBe(200);

    await under.index.checkpoint({ slot: 101n, chainSlot: 251n });
    await api.followed.reaches(101n);
    expect((await api.get('/ready')).status).toBe(200);
  });

  test('is not ready when the index stands still', async () => {
    await under.index.checkpoint({ slot: 100n, indexedAt: 1_000 });
    await api.followed.reaches(100n);
    now = 62_000;

    expect(await api.get('/ready')).toMatchObject({
      status: 503,
      json: { code: 'stale', detail: 'The index has stood still for 61 s at slot 100.' },
    });
  });

  test('takes its bounds from the operator, says what is being mended, and is decided by lag all the same', async () => {
    let mending: string | undefined = 'the chain is read by RPC to close a gap';
    const strict = openApi(under.olap, {
      readiness: { lagSlots: 5, checkpointAgeMs: 1_000 },
      repairing: () => mending,
    });
    try {
      await under.index.checkpoint({ slot: 100n, chainSlot: 105n });
      await strict.followed.reaches(100n);
      expect(await strict.get('/ready')).toMatchObject({ status: 200, json: { repairing: mending } });
      await under.index.checkpoint({ slot: 101n, chainSlot: 107n });
      await strict.followed.reaches(101n);
      expect(await strict.get('/ready')).toMatchObject({
        status: 503,
        json: { code: 'lagging', repairing: mending },
      });
      mending = undefined;
      expect((await strict.get('/ready')).json).not.toHaveProperty('repairing');
    } finally {
      await strict.stop();
    }
  });

  test('is not ready while the newest audit left differences, and is again after the next one', async () => {
    const audit = (slot: number, verdict: string, unrepaired: number, launch = 'NULL') =>
      under.olap.writer.command({
        sql: `INSERT INTO audits (slot, launch_id, verdict, accounts, differences, chain_digest, index_digest, detail,
            revision, started_at, finished_at)
          VALUES (${slot}, ${launch}, '${verdict}', 9, 3, '', '', '{"unrepaired":${unrepaired}}', 1, now64(3), now64(3))`,
      });
    const clock = { ...systemClock, now: () => now };
    const unrepaired = unrepairedReader(under.olap.reader, clock);
    const audited = openApi(under.olap, { clock, unrepaired });
    try {
      await under.index.checkpoint({ slot: 100n, chainSlot: 101n });
      await audited.followed.reaches(100n);
      const ready = async () => {
        now += 2_500;
        return audited.get('/ready');
      };
      expect((await ready()).status).toBe(200);
      await audit(90, 'different', 2);
      await audit(91, 'failed', 0);
      await audit(92, 'equal', 0, '7');
      expect(await ready()).toMatchObject({
        status: 503,
        json: { code: 'different', detail: 'The audit at slot 90 left 2 accounts different from the chain.' },
      });
      await audit(95, 'different', 0);
      expect((await ready()).status).toBe(200);
    } finally {
      await audited.stop();
    }
  });

  test('refuses an index that was built for another program', async () => {
    await under.index.reset({ cluster: 'devnet' });
    await under.index.checkpoint({ slot: 1n });
    const foreign = openApi(under.olap, {}, {}, { expected: { cluster: 'localnet' } });
    try {
      await foreign.followed.fails();
      expect(await foreign.get('/ready')).toMatchObject({
        status: 503,
        json: { detail: expect.stringContaining('INDEX_FOREIGN') },
      });
      expect((await foreign.get('/api/v1/ilo/status/')).status).toBe(503);
    } finally {
      await foreign.stop();
    }
  });

  test('counts its requests and shows where the store stands', async () => {
    under.index.launch({ launchId: 7n, slot: 1n }).pledge({ launchId: 7n, pledger: 'a', slot: 2n });
    await under.index.checkpoint({ slot: 100n, chainSlot: 103n });
    await api.followed.reaches(100n);
    await api.get('/api/v1/ilo/launches/7/');
    await api.get('/api/v1/ilo/launches/7/');
    await api.get('/api/v1/ilo/launches/abc/');

    const { status, headers, text } = await api.get('/metrics');

    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    const route = 'route="/api/v1/ilo/launches/:launch_id/"';
    for (const line of [
      `launchlens_api_requests_total{${route},status="200"} 2`,
      `launchlens_api_requests_total{${route},status="400"} 1`,
      `launchlens_api_request_seconds_count{${route}} 3`,
      'launchlens_api_ready_answers_total{result="hit"} 1',
      'launchlens_api_last_indexed_slot 100',
      'launchlens_api_lag_slots 3',
      'launchlens_api_launches 1',
      'launchlens_api_pledges 1',
      'launchlens_api_store_ready 1',
    ]) {
      expect(text.split('\n')).toContain(line);
    }
  });
});
