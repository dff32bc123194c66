import { base58 } from '@scure/base';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { flowListAnswer } from '../../../schemas/rest/flows.ts';
import { pledgeDistributionAnswer } from '../../../schemas/rest/pledge-distribution.ts';
import { walletPositionsAnswer } from '../../../schemas/rest/positions.ts';
import { auditListAnswer, coverageAnswer } from '../../../schemas/rest/proof.ts';
import { raiseCurveAnswer } from '../../../schemas/rest/raise-curve.ts';
import { keyOf, pubkeyOf } from '../../support/index-builder.ts';
import { type ApiUnderTest, type IndexUnderTest, openApi, openIndex } from '../support/mirror-under-test.ts';

const LAUNCH = '/api/v1/ilo/launches/7';

describe('how the state came about', () => {
  let under: IndexUnderTest;
  let api: ApiUnderTest;
  beforeAll(async () => {
    under = await openIndex();
  });
  afterAll(async () => {
    await under.dispose();
  });
  beforeEach(async () => {
    await under.index.reset();
    api = openApi(under.olap);
  });
  afterEach(async () => {
    await api.stop();
  });
  const show = async (slot: bigint) => {
    await under.index.checkpoint({ slot });
    await api.followed.reaches(slot);
  };
  /** All pages of a listing, at the slot of the first. */
  const pagesOf = async (path: string, limit: number, between = async (): Promise<void> => undefined) => {
    const page = async (query: string) => {
      const { status, json } = await api.get(`${path}?limit=${limit}${query}`);
      expect(status).toBe(200);
      return json;
    };
    const pages = [await page('')];
    while (pages.at(-1).next_cursor !== null) {
      await between();
      pages.push(await page(`&cursor=${pages.at(-1).next_cursor}`));
    }
    return pages;
  };

  describe('the raise curve', () => {
    test('shows every step with its block time, and leaves out versions in which the raise stood still', async () => {
      under.index
        .launch({ launchId: 7n, slot: 2n, totalPledged: 0n })
        .launch({ launchId: 7n, slot: 4n, totalPledged: 5n, pledgerCount: 1 })
        .launch({ launchId: 7n, slot: 5n, totalPledged: 5n, pledgerCount: 1, status: 2 })
        .launch({ launchId: 7n, slot: 6n, totalPledged: 2n ** 64n - 1n, pledgerCount: 2 })
        .slot(4n, 1_790_000_000n)
        .slot(6n, null);
      await show(9n);

      const { status, json } = await api.get(`${LAUNCH}/raise-curve/`);

      expect(status).toBe(200);
      expect(() => raiseCurveAnswer.parse(json)).not.toThrow();
      expect(json).toMatchObject({ launch_id: '7', steps: 3 });
      expect(json.points).toEqual([
        { slot: 2, time: null, total_pledged: '0', pledger_count: 0 },
        { slot: 4, time: '2026-09-21T14:13:20Z', total_pledged: '5', pledger_count: 1 },
        { slot: 6, time: null, total_pledged: '18446744073709551615', pledger_count: 2 },
      ]);
    });

    test('thins a long raise evenly, and keeps its first and its last step', async () => {
      for (let slot = 1n; slot <= 1_000n; slot++) {
        under.index.launch({ launchId: 7n, slot, totalPledged: slot, pledgerCount: Number(slot) });
      }
      await show(1_000n);

      const { json } = await api.get(`${LAUNCH}/raise-curve/?points=5`);
      const whole = await api.get(`${LAUNCH}/raise-curve/?points=1000`);

      expect(json.steps).toBe(1_000);
      expect(json.points.map(({ slot }: { slot: number }) => slot)).toEqual([1, 250, 500, 750, 1_000]);
      expect(whole.json.points).toHaveLength(1_000);
    });

    test.for(['points=1', 'points=1001', 'points=x'])('refuses %s', async (query) => {
      await show(1n);
      expect(await api.get(`${LAUNCH}/raise-curve/?${query}`)).toMatchObject({ status: 400 });
    });
  });

  test('the distribution counts every pledge in exact integers', async () => {
    under.index.launch({ launchId: 7n, slot: 1n });
    [1n, 2n, 3n, 10n].forEach((amount, index) => {
      under.index.pledge({ launchId: 7n, pledger: `pledger ${index}`, slot: 1n, amount });
    });
    under.index.pledge({ launchId: 7n, pledger: 'closed', slot: 1n, amount: 99n, closed: true });
    await show(2n);

    const { json } = await api.get(`${LAUNCH}/distribution/?buckets=3`);

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
  });

  test('the distribution of a launch without pledges says so', async () => {
    under.index.launch({ launchId: 7n, slot: 1n });
    await show(2n);
    expect((await api.get(`${LAUNCH}/distribution/`)).json).toMatchObject({
      count: 0,
      sum: '0',
      mean: null,
      gini_bps: null,
      quantiles: null,
      buckets: [],
    });
  });

  test('the pledges that lead come first, ties by key, and small ones can be left out', async () => {
    under.index.launch({ launchId: 7n, slot: 1n });
    for (let index = 0; index < 30; index++) {
      under.index.pledge({ launchId: 7n, pledger: `pledger ${index}`, slot: 1n, amount: BigInt(index % 5) });
    }
    await show(2n);

    const rows: { pledger: string; amount: string }[] = [];
    let page = (await api.get(`${LAUNCH}/pledges/?order_by=amount_desc&min_amount=2&limit=7`)).json;
    rows.push(...page.results);
    while (page.next_cursor !== null) {
      page = (await api.get(`${LAUNCH}/pledges/?limit=7&cursor=${page.next_cursor}`)).json;
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
    under.index.launch({ launchId: 7n, slot: 1n });
    for (const pledger of ['a', 'b']) under.index.pledge({ launchId: 7n, pledger, slot: 1n, amount: 5n });
    await show(2n);
    const { next_cursor } = (await api.get(`${LAUNCH}/pledges/?order_by=amount_desc&limit=1`)).json;

    for (const [name, query] of [
      ['order_by', 'order_by=pledger'],
      ['min_amount', 'min_amount=1'],
    ]) {
      expect(await api.get(`${LAUNCH}/pledges/?limit=1&${query}&cursor=${next_cursor}`)).toMatchObject({
        status: 400,
        json: { detail: expect.stringContaining(`another ${name}`) },
      });
    }
  });

  test('a wallet finds every launch it pledged to, with allocation or refund', async () => {
    under.index
      .launch({ launchId: 1n, slot: 1n, startTs: 10n, status: 1 })
      .launch({ launchId: 2n, slot: 1n, startTs: 20n, status: 3 })
      .launch({ launchId: 3n, slot: 1n, startTs: 30n, status: 2, tokenAllocation: 90n, totalPledged: 9n })
      .launch({ launchId: 4n, slot: 1n, startTs: 40n })
      .pledge({ launchId: 9n, pledger: 'a', slot: 1n, amount: 1n })
      .slot(1n, 1_000n);
    for (const launchId of [1n, 2n, 3n]) under.index.pledge({ launchId, pledger: 'a', slot: 1n, amount: 3n });
    await show(2n);

    const pages = await pagesOf(`/api/v1/ilo/wallets/${pubkeyOf('a')}/positions/`, 2);

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
    expect(await api.get(`/api/v1/ilo/wallets/${pubkeyOf('nobody')}/positions/`)).toMatchObject({
      status: 200,
      json: { count: 0, results: [], next_cursor: null },
    });
  });

  describe('the flows of an escrow', () => {
    test('are listed oldest first on one slot, whatever comes meanwhile', async () => {
      under.index.launch({ launchId: 7n, slot: 1n }).coverage('streamed', 1n, 5n).flowCoverage(1n, 5n);
      for (let slot = 1n; slot <= 5n; slot++) {
        under.index
          .flow({
            launchId: 7n,
            slot,
            wallet: 'a',
            amount: slot,
            transaction: 'x',
            blockTime: 1_790_000_000n,
          })
          .flow({
            launchId: 7n,
            slot,
            wallet: 'b',
            amount: 0n,
            transaction: 'x',
            ordinal: 1,
            direction: 'out',
          });
      }
      await show(5n);

      let slot = 5n;
      const pages = await pagesOf(`${LAUNCH}/flows/`, 3, async () => {
        slot += 1n;
        under.index.flow({ launchId: 7n, slot, wallet: 'late', amount: 1n });
        await show(slot);
      });

      for (const page of pages) expect(() => flowListAnswer.parse(page)).not.toThrow();
      expect(pages.map(({ source }) => source.last_indexed_slot)).toEqual([5, 5, 5, 5]);
      expect(pages.map(({ complete_from_slot }) => complete_from_slot)).toEqual([1, 1, 1, 1]);
      const flows = pages.flatMap(({ results }) => results);
      expect(flows.map((flow) => [flow.slot, flow.ordinal])).toEqual(
        [1, 2, 3, 4, 5].flatMap((at) => [
          [at, 0],
          [at, 1],
        ]),
      );
      expect(flows[0]).toEqual({
        launch_id: '7',
        slot: 1,
        time: '2026-09-21T14:13:20Z',
        signature: base58.encode(Buffer.concat([keyOf('x'), keyOf('x')])),
        ordinal: 0,
        direction: 'in',
        kind: 'pledge',
        wallet: pubkeyOf('a'),
        mint: pubkeyOf('pledge mint'),
        amount: '1',
      });
      expect(flows[1]).toMatchObject({ direction: 'out', time: null });
    });

    test('are an honest empty list where no transactions were ever indexed', async () => {
      under.index.launch({ launchId: 7n, slot: 1n });
      await show(5n);
      expect((await api.get(`${LAUNCH}/flows/`)).json).toMatchObject({
        complete_from_slot: null,
        results: [],
      });
    });

    test('a movement that was read twice is one', async () => {
      under.index
        .launch({ launchId: 7n, slot: 1n })
        .flow({ launchId: 7n, slot: 2n, wallet: 'a', amount: 1n });
      await show(3n);
      under.index.flow({ launchId: 7n, slot: 2n, wallet: 'a', amount: 1n });
      await show(4n);
      expect((await api.get(`${LAUNCH}/flows/`)).json.results).toHaveLength(1);
    });
  });

  test('coverage shows pieces that adjoin as one range, newest first, and what was lost', async () => {
    under.index
      .coverage('snapshot', 5n, 5n)
      .coverage('streamed', 6n, 9n)
      .coverage('streamed', 10n, 12n)
      .coverage('lost', 13n, 15n)
      .coverage('snapshot', 16n, 16n);
    await show(20n);

    const pages = await pagesOf('/api/v1/ilo/coverage/', 3);

    for (const page of pages) expect(() => coverageAnswer.parse(page)).not.toThrow();
    expect(pages[0]).toMatchObject({ first_slot: 5, lost: [{ from_slot: 13, to_slot: 15 }] });
    expect(
      pages.flatMap(({ results }) =>
        results.map((row: Record<string, unknown>) => [row.state, row.from_slot, row.to_slot]),
      ),
    ).toEqual([
      ['snapshot', 16, 16],
      ['lost', 13, 15],
      ['streamed', 6, 12],
      ['snapshot', 5, 5],
    ]);
  });

  test('audits are listed by slot, those of one launch and those of the whole index', async () => {
    under.index
      .audit(3n, 'equal')
      .audit(3n, 'different', 2n ** 64n - 1n)
      .audit(5n, 'equal', 0n)
      .audit(9n, 'equal');
    under.index.coverage('streamed', 1n, 8n);
    await show(8n);

    const pages = await pagesOf('/api/v1/ilo/audits/', 1);

    for (const page of pages) expect(() => auditListAnswer.parse(page)).not.toThrow();
    const rows = pages.flatMap(({ results }) => results);
    expect(rows.map(({ slot, launch_id, verdict }) => [slot, launch_id, verdict])).toEqual([
      [5, '0', 'equal'],
      [3, '18446744073709551615', 'different'],
      [3, null, 'equal'],
    ]);
  });

  test('an audit is shown as soon as it is written, though the index stands still', async () => {
    await show(8n);
    const before = await api.get('/api/v1/ilo/audits/');
    under.index.audit(8n, 'equal');
    await under.index.writeWithoutCheckpoint();

    const after = await api.get('/api/v1/ilo/audits/', { 'if-none-match': String(before.headers.etag) });

    expect(after).toMatchObject({ status: 200, json: { results: [{ slot: 8 }] } });
  });

  test.for(['raise-curve/', 'distribution/', 'flows/'])(
    '%s is 404 where no LaunchConfig exists',
    async (path) => {
      await show(8n);
      expect(await api.get(`${LAUNCH}/${path}`)).toMatchObject({
        status: 404,
        json: { detail: 'No LaunchConfig exists for launch_id 7 at slot 8.' },
      });
    },
  );
});
