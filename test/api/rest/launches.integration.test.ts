import { describe, expect, test } from 'vitest';
import { launchListAnswer } from '../../../schemas/rest/answers.ts';
import { mirrorSuite } from '../support/mirror-suite.ts';

describe('GET /ilo/launches/', () => {
  const mirror = mirrorSuite();
  const list = (query = '') => mirror.api.get(`/api/v1/ilo/launches/${query}`);
  const idsOf = (json: { results: { launch_id: string }[] }) =>
    json.results.map(({ launch_id }) => launch_id);

  /** Ids in the order newest first: by start_ts, then by id. */
  const NEWEST_FIRST = ['4', '3', '10', '9', '1'];
  function fiveLaunches() {
    return mirror.index
      .launch({ launchId: 1n, slot: 1n, startTs: 100n, status: 4 })
      .launch({ launchId: 9n, slot: 2n, startTs: 200n, status: 1 })
      .launch({ launchId: 10n, slot: 2n, startTs: 200n, status: 1 })
      .launch({ launchId: 3n, slot: 3n, startTs: 300n, status: 3 })
      .launch({ launchId: 4n, slot: 3n, startTs: 400n, status: 0 })
      .tokenAccount({ launchId: 9n, role: 'escrow', slot: 2n, amount: 77n })
      .coverage('streamed', 1n, 10n);
  }

  test('lists every launch, newest first, with its balances', async () => {
    await fiveLaunches().checkpoint({ slot: 10n });
    await mirror.api.followed.reaches(10n);

    const { status, json } = await list();

    expect(status).toBe(200);
    expect(() => launchListAnswer.parse(json)).not.toThrow();
    expect(idsOf(json)).toEqual(NEWEST_FIRST);
    expect(json).toMatchObject({ count: 5, next_cursor: null });
    expect(json.results[3].escrow_balance).toBe('77');
  });

  test('lists the launches of one status, page by page', async () => {
    await fiveLaunches().checkpoint({ slot: 10n });
    await mirror.api.followed.reaches(10n);

    const first = await list('?status=active&limit=1');
    expect(idsOf(first.json)).toEqual(['10']);
    expect(first.json.count).toBe(2);
    const second = await list(`?status=active&limit=1&cursor=${first.json.next_cursor}`);
    expect(idsOf(second.json)).toEqual(['9']);
    expect(second.json.next_cursor).toBeNull();
  });

  test('shows one slot on all pages while the checkpoint moves', async () => {
    // Given a first page at slot 10
    await fiveLaunches().checkpoint({ slot: 10n });
    await mirror.api.followed.reaches(10n);
    const first = await list('?limit=2');

    // When the index moves on: a launch in between closes, a new one comes, one is paid into
    mirror.index
      .launch({ launchId: 10n, slot: 11n, startTs: 200n, closed: true })
      .launch({ launchId: 11n, slot: 11n, startTs: 250n })
      .tokenAccount({ launchId: 9n, role: 'escrow', slot: 11n, amount: 99n });
    await mirror.index.checkpoint({ slot: 11n });
    await mirror.api.followed.reaches(11n);

    // Then the other pages still show slot 10
    const second = await list(`?limit=2&cursor=${first.json.next_cursor}`);
    const third = await list(`?limit=2&cursor=${second.json.next_cursor}`);
    expect([first, second, third].flatMap(({ json }) => idsOf(json))).toEqual(NEWEST_FIRST);
    expect([first, second, third].map(({ json }) => json.source.last_indexed_slot)).toEqual([10, 10, 10]);
    expect(second.json.results[1]).toMatchObject({ launch_id: '9', escrow_balance: '77' });
    expect(third.json.count).toBe(5);
    // And a new listing shows slot 11
    const now = await list();
    expect(idsOf(now.json)).toEqual(['4', '3', '11', '9', '1']);
  });

  test('lists what existed at an earlier slot', async () => {
    await fiveLaunches().checkpoint({ slot: 10n });
    await mirror.api.followed.reaches(10n);

    const { json } = await list('?as_of_slot=2');

    expect(idsOf(json)).toEqual(['10', '9', '1']);
    expect(json.source).toMatchObject({ last_indexed_slot: 2, chain_slot: 10, lag_slots: 8 });
  });

  test('refuses a cursor that the request contradicts', async () => {
    await fiveLaunches().checkpoint({ slot: 10n });
    await mirror.api.followed.reaches(10n);
    const { json } = await list('?limit=1&status=active');

    const otherStatus = await list(`?status=failed&cursor=${json.next_cursor}`);
    const otherSlot = await list(`?as_of_slot=9&cursor=${json.next_cursor}`);

    expect(otherStatus).toMatchObject({ status: 400, json: { detail: expect.stringContaining('status') } });
    expect(otherSlot).toMatchObject({ status: 400, json: { detail: expect.stringContaining('as_of_slot') } });
  });

  test('answers an empty list when no launch exists', async () => {
    await mirror.index.checkpoint({ slot: 1n });
    await mirror.api.followed.reaches(1n);

    expect((await list()).json).toMatchObject({ count: 0, results: [], next_cursor: null });
  });
});
