import { describe, expect, test } from 'vitest';
import { pledgeDistributionAnswer } from '../../../schemas/rest/pledge-distribution.ts';
import { walletPositionsAnswer } from '../../../schemas/rest/positions.ts';
import { keyOf, pubkeyOf } from '../../support/index-builder.ts';
import { mirrorSuite } from '../support/mirror-suite.ts';
import { pagesOf } from '../support/pages-of.ts';

const LAUNCH = '/api/v1/ilo/launches/7';

describe('pledges and positions in other lights', () => {
  const mirror = mirrorSuite();
  const { show } = mirror;

  test('the distribution counts every pledge in exact integers', async () => {
    mirror.index.launch({ launchId: 7n, slot: 1n });
    [1n, 2n, 3n, 10n].forEach((amount, index) => {
      mirror.index.pledge({ launchId: 7n, pledger: `pledger ${index}`, slot: 1n, amount });
    });
    mirror.index.pledge({ launchId: 7n, pledger: 'closed', slot: 1n, amount: 99n, closed: true });
    await show(2n);

    const { json } = await mirror.api.get(`${LAUNCH}/distribution/?buckets=3`);

    expect(() => pledgeDistributionAnswer.parse(json)).not.toThrow();
    expect(json).toMatchObject({
      count: 4,
      sum: '16',
      mean: '4',
      // (2 (1 + 4 + 9 + 40) - 5 x 16) / (4 x 16) = 28 / 64
      gini_bps: 4375,
      quantiles: { min: '1', p10: '1', p25: '1', p50: '2', p75: '3', p90: '10', p99: '10', max: '10' },
      buckets: [
        { from: '1', to: '4', count: 3, sum: '6' },
        { from: '5', to: '8', count: 0, sum: '0' },
        { from: '9', to: '10', count: 1, sum: '10' },
      ],
    });
    const { json: round } = await mirror.api.get(`${LAUNCH}/distribution/?buckets=3&edges=round`);
    expect(round.buckets).toEqual([
      { from: '0', to: '4', count: 3, sum: '6' },
      { from: '5', to: '9', count: 0, sum: '0' },
      { from: '10', to: '14', count: 1, sum: '10' },
    ]);
  });

  test('the distribution of a launch without pledges says so', async () => {
    mirror.index.launch({ launchId: 7n, slot: 1n });
    await show(2n);
    expect((await mirror.api.get(`${LAUNCH}/distribution/`)).json).toMatchObject({
      count: 0,
      sum: '0',
      mean: null,
      gini_bps: null,
      quantiles: null,
      buckets: [],
    });
  });

  test('the pledges that lead come first, ties by key, and small ones can be left out', async () => {
    mirror.index.launch({ launchId: 7n, slot: 1n });
    for (let index = 0; index < 30; index++) {
      mirror.index.pledge({ launchId: 7n, pledger: `pledger ${index}`, slot: 1n, amount: BigInt(index % 5) });
    }
    await show(2n);

    const rows: { pledger: string; amount: string }[] = [];
    let page = (await mirror.api.get(`${LAUNCH}/pledges/?order_by=amount_desc&min_amount=2&limit=7`)).json;
    rows.push(...page.results);
    while (page.next_cursor !== null) {
      page = (await mirror.api.get(`${LAUNCH}/pledges/?limit=7&cursor=${page.next_cursor}`)).json;
      rows.push(...page.results);
    }

    const wanted = Array.from({ length: 30 }, (_, index) => ({ name: `pledger ${index}`, amount: index % 5 }))
      .filter(({ amount }) => amount >= 2)
      .sort((a, b) => b.amount - a.amount || Buffer.compare(keyOf(a.name), keyOf(b.name)));
    expect(rows.map(({ pledger, amount }) => [pledger, amount])).toEqual(
      wanted.map(({ name, amount }) => [pubkeyOf(name), String(amount)]),
    );
  });

  test('a cursor keeps to its order and its least amount', async () => {
    mirror.index.launch({ launchId: 7n, slot: 1n });
    for (const pledger of ['a', 'b']) mirror.index.pledge({ launchId: 7n, pledger, slot: 1n, amount: 5n });
    await show(2n);
    const { next_cursor } = (await mirror.api.get(`${LAUNCH}/pledges/?order_by=amount_desc&limit=1`)).json;

    for (const [name, query] of [
      ['order_by', 'order_by=pledger'],
      ['min_amount', 'min_amount=1'],
    ]) {
      expect(await mirror.api.get(`${LAUNCH}/pledges/?limit=1&${query}&cursor=${next_cursor}`)).toMatchObject(
        {
          status: 400,
          json: { detail: expect.stringContaining(`another ${name}`) },
        },
      );
    }
  });

  test('a wallet finds every launch it pledged to, with allocation or refund', async () => {
    mirror.index
      .launch({ launchId: 1n, slot: 1n, startTs: 10n, status: 1 })
      .launch({ launchId: 2n, slot: 1n, startTs: 20n, status: 3 })
      .launch({ launchId: 3n, slot: 1n, startTs: 30n, status: 2, tokenAllocation: 90n, totalPledged: 9n })
      .launch({ launchId: 4n, slot: 1n, startTs: 40n })
      .pledge({ launchId: 9n, pledger: 'a', slot: 1n, amount: 1n })
      .slot(1n, 1_000n);
    for (const launchId of [1n, 2n, 3n])
      mirror.index.pledge({ launchId, pledger: 'a', slot: 1n, amount: 3n });
    await show(2n);

    const pages = await pagesOf(mirror.api, {
      path: `/api/v1/ilo/wallets/${pubkeyOf('a')}/positions/`,
      limit: 2,
    });

    for (const page of pages) expect(() => walletPositionsAnswer.parse(page)).not.toThrow();
    expect(pages.map(({ count }) => count)).toEqual([3, 3]);
    const positions = pages.flatMap(({ results }) => results);
    expect(positions).toMatchObject([
      {
        launch: { launch_id: '3' },
        pledge: { amount: '3' },
        allocation: { entitlement: '30', unlocked: '30' },
      },
      { launch: { launch_id: '2' }, refund: { amount: '3', refunded: false } },
      { launch: { launch_id: '1' }, pledge: { amount: '3' } },
    ]);
    expect(await mirror.api.get(`/api/v1/ilo/wallets/${pubkeyOf('nobody')}/positions/`)).toMatchObject({
      status: 200,
      json: { count: 0, results: [], next_cursor: null },
    });
  });
});
