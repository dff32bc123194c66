import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { activityAnswer } from '../../../schemas/rest/activity.ts';
import { pubkeyOf } from '../../support/index-builder.ts';
import { indexSuite } from '../support/index-suite.ts';
import { type ApiUnderTest, openApi } from '../support/mirror-under-test.ts';

const PATH = '/api/v1/ilo/activity/';

describe('GET /ilo/activity/', () => {
  const under = indexSuite();
  let api: ApiUnderTest;
  beforeEach(async () => {
    api = openApi(under.olap);
    under.index
      .launch({ launchId: 7n, slot: 1n })
      .launch({ launchId: 8n, slot: 1n })
      .pledge({ launchId: 7n, pledger: 'a', slot: 2n, amount: 2n ** 63n })
      .pledge({ launchId: 7n, pledger: 'a', slot: 3n, amount: 2n ** 63n + 5n })
      .pledge({ launchId: 8n, pledger: 'b', slot: 3n, amount: 9n })
      .pledge({ launchId: 8n, pledger: 'b', slot: 4n, amount: 9n, refunded: true })
      .pledge({ launchId: 8n, pledger: 'b', slot: 5n, amount: 0n, closed: true })
      .pledge({ launchId: 7n, pledger: 'a', slot: 5n, amount: 2n ** 63n + 5n, tokensReleased: 3n })
      .pledge({ launchId: 8n, pledger: 'c', slot: 5n, amount: 6n })
      .pledge({ launchId: 8n, pledger: 'c', slot: 6n, amount: 0n, closed: true })
      .pledge({ launchId: 8n, pledger: 'c', slot: 7n, amount: 1n })
      .coverage('streamed', 1n, 7n);
    await under.index.checkpoint({ slot: 7n });
    await api.followed.reaches(7n);
  });
  afterEach(() => api.stop());

  async function rows(query = '') {
    const { status, json } = await api.get(`${PATH}${query}`);
    expect(status).toBe(200);
    const { results, next_cursor } = activityAnswer.parse(json);
    const brief = results.map(
      ({ slot, kind, launch_id, amount }) => `${slot} ${kind} ${launch_id} ${amount}`,
    );
    return { brief, next_cursor, results };
  }

  const ALL = [
    '7 pledge 8 1',
    '6 withdrawal 8 6',
    '5 pledge 8 6',
    '5 claim 7 3',
    '4 refund 8 9',
    '3 pledge 8 9',
    '3 pledge 7 5',
    `2 pledge 7 ${2n ** 63n}`,
  ];

  test('is what changed in Pledges, newest first, exact to the last digit', async () => {
    const { brief, next_cursor, results } = await rows();

    expect([brief.toSorted(), next_cursor]).toEqual([ALL.toSorted(), null]);
    expect(brief.map((row) => row.split(' ')[0])).toEqual(ALL.map((row) => row.split(' ')[0]));
    const claim = results.find(({ kind }) => kind === 'claim');
    const pledge = results.find(({ kind, launch_id }) => kind === 'pledge' && launch_id === '7');
    expect(claim).toMatchObject({ wallet: pubkeyOf('a'), mint: pubkeyOf('launch mint') });
    expect(pledge?.mint).toBe(pubkeyOf('pledge mint'));
  });

  test('lists one kind or one launch, and the state as of an earlier slot', async () => {
    expect((await rows('?kind=claim')).brief).toEqual(['5 claim 7 3']);
    expect((await rows('?kind=refund')).brief).toEqual(['4 refund 8 9']);
    expect((await rows('?kind=withdrawal')).brief).toEqual(['6 withdrawal 8 6']);
    expect((await rows('?launch_id=7&kind=pledge')).brief).toEqual([
      '3 pledge 7 5',
      `2 pledge 7 ${2n ** 63n}`,
    ]);
    expect((await rows('?as_of_slot=3')).brief.toSorted()).toEqual(
      ALL.filter((row) => Number(row.split(' ')[0]) <= 3).toSorted(),
    );
  });

  async function everyPage(limit: number): Promise<readonly string[]> {
    const found: string[] = [];
    let cursor: string | null = '';
    for (let pages = 0; cursor !== null && pages < 20; pages += 1) {
      const page: Awaited<ReturnType<typeof rows>> = await rows(
        `?limit=${limit}${cursor && `&cursor=${cursor}`}`,
      );
      found.push(...page.brief);
      cursor = page.next_cursor;
    }
    expect(cursor).toBeNull();
    return found.toSorted();
  }

  test('pages through everything once, even where a page shows nothing', async () => {
    expect(await everyPage(1)).toEqual(ALL.toSorted());
  });

  test('goes back as far as it takes to fill a page', async () => {
    under.index
      .pledge({ launchId: 8n, pledger: 'c', slot: 900n, amount: 3n })
      .pledge({ launchId: 8n, pledger: 'c', slot: 600_000n, amount: 4n })
      .coverage('streamed', 8n, 600_000n);
    await under.index.checkpoint({ slot: 600_000n });
    await api.followed.reaches(600_000n);
    const all = ['600000 pledge 8 1', '900 pledge 8 2', ...ALL].toSorted();
    expect([await everyPage(1), await everyPage(50)]).toEqual([all, all]);
    expect((await rows('?limit=1')).brief).toEqual(['600000 pledge 8 1']);
  });
});
