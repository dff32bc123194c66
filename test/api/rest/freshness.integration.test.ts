import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../core/kernel/clock.ts';
import { pubkeyOf } from '../../support/index-builder.ts';
import { indexSuite } from '../support/index-suite.ts';
import { type ApiUnderTest, openApi } from '../support/mirror-under-test.ts';

const READS = [
  '/api/v1/ilo/status/',
  '/api/v1/ilo/launches/',
  '/api/v1/ilo/launches/7/',
  '/api/v1/ilo/launches/7/pledges/',
  '/api/v1/ilo/launches/7/raise-curve/',
  '/api/v1/ilo/launches/7/distribution/',
  '/api/v1/ilo/launches/7/flows/',
  `/api/v1/ilo/wallets/${pubkeyOf('a')}/positions/`,
  '/api/v1/ilo/coverage/',
  '/api/v1/ilo/audits/',
] as const;

describe('the freshness that a reader demands', () => {
  const under = indexSuite();
  let api: ApiUnderTest;
  let now = 0;
  beforeEach(async () => {
    now = 0;
    api = openApi(under.olap, { clock: { ...systemClock, now: () => now } });
    under.index
      .launch({ launchId: 7n, slot: 1n })
      .pledge({ launchId: 7n, pledger: 'a', slot: 2n, amount: 1n })
      .coverage('streamed', 1n, 10n);
    await under.index.checkpoint({ slot: 10n, chainSlot: 13n });
    await api.followed.reaches(10n);
  });
  afterEach(async () => {
    await api.stop();
  });

  test.for(READS)('%s answers with min_slot at or below the newest slot', async (path) => {
    const { status, json } = await api.get(`${path}?min_slot=10`);
    expect({ status, slot: json.source.last_indexed_slot }).toEqual({ status: 200, slot: 10 });
  });

  // A reader that were not woken by the index would wait for longer than the test may take.
  test('waits for min_slot, and answers as soon as the index reaches it', { timeout: 30_000 }, async () => {
    const waiting = Promise.all(READS.map((path) => api.get(`${path}?min_slot=12`)));
    await under.index.checkpoint({ slot: 12n });

    const answers = await waiting;

    expect(answers.map(({ status }) => status)).toEqual(READS.map(() => 200));
    expect(answers.map(({ json }) => json.source.last_indexed_slot)).toEqual(READS.map(() => 12));
  });

  test('answers 412 and names both slots where min_slot is not reached in time', async () => {
    expect(await api.get(`${READS[1]}?min_slot=99`)).toMatchObject({
      status: 412,
      json: { detail: 'min_slot 99 is not indexed yet. The newest indexed slot is 10. Try again shortly.' },
    });
  });

  test('waits for a slot that is asked for and demanded', async () => {
    const waiting = api.get(`${READS[2]}?as_of_slot=11&min_slot=11`);
    await under.index.checkpoint({ slot: 12n });

    expect((await waiting).json.source.last_indexed_slot).toBe(11);
  });

  test('refuses min_slot above the slot that as_of_slot or a cursor pins', async () => {
    under.index.pledge({ launchId: 7n, pledger: 'b', slot: 3n, amount: 1n });
    await under.index.checkpoint({ slot: 12n });
    await api.followed.reaches(12n);
    const { next_cursor: cursor } = (await api.get(`${READS[3]}?limit=1`)).json;
    await under.index.checkpoint({ slot: 14n });
    await api.followed.reaches(14n);

    const detail = (minSlot: number, slot: number) =>
      `min_slot ${minSlot} cannot be met because as_of_slot or cursor pins the answer to slot ${slot}. Leave one of them out.`;
    expect(await api.get(`${READS[3]}?as_of_slot=10&min_slot=11`)).toMatchObject({
      status: 400,
      json: { detail: detail(11, 10) },
    });
    expect(await api.get(`${READS[3]}?limit=1&cursor=${cursor}&min_slot=13`)).toMatchObject({
      status: 400,
      json: { detail: detail(13, 12) },
    });
    expect(await api.get(`${READS[3]}?limit=1&cursor=${cursor}&min_slot=12`)).toMatchObject({ status: 200 });
  });

  test.for(READS)('%s refuses to answer from an index that lags by more than max_lag_slots', async (path) => {
    expect(await api.get(`${path}?max_lag_slots=2`)).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
      json: {
        detail:
          'The index is 3 slots behind the chain, more than max_lag_slots 2. Try again shortly, or allow more.',
      },
    });
    expect(await api.get(`${path}?max_lag_slots=3`)).toMatchObject({ status: 200 });
  });

  test('counts a standstill of the index as lag, also for an answer that was given before', async () => {
    const path = `${READS[2]}?max_lag_slots=9`;
    expect(await api.get(path)).toMatchObject({ status: 200 });
    now = 4_100;
    expect(await api.get(path)).toMatchObject({
      status: 503,
      json: {
        detail:
          'The index is 10 slots behind the chain, more than max_lag_slots 9. Try again shortly, or allow more.',
      },
    });
    expect(await api.get(READS[2])).toMatchObject({ status: 200 });
  });

  test('measures the index, not the slot that was chosen', async () => {
    expect(await api.get(`${READS[2]}?as_of_slot=2&max_lag_slots=3`)).toMatchObject({ status: 200 });
  });

  test.for(['min_slot=-1', 'min_slot=', 'max_lag_slots=1.5', 'max_lag_slots=x', 'min_slot=1&min_slot=2'])(
    'refuses %s',
    async (query) => {
      const { status, json } = await api.get(`${READS[0]}?${query}`);
      expect({ status, detail: json.detail }).toEqual({
        status: 400,
        detail: expect.stringMatching(new RegExp(`^${query.split('=')[0]} must be `)),
      });
    },
  );
});
