import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { explorerLinks } from '../../../api/actions/addresses.ts';
import { pledgeListAnswer } from '../../../schemas/rest/answers.ts';
import { keyOf, pubkeyOf } from '../../support/index-builder.ts';
import { indexSuite } from '../support/index-suite.ts';
import { type ApiUnderTest, openApi, TEST_RPC_URL } from '../support/mirror-under-test.ts';

const NAMES = Array.from({ length: 25 }, (_, index) => `pledger ${index}`);
/** Byte order of the keys, which is not the order of their base58 text. */
const IN_ORDER = [...NAMES].sort((a, b) => Buffer.compare(keyOf(a), keyOf(b)));

describe('GET /ilo/launches/<launch_id>/pledges/', () => {
  const under = indexSuite();
  let api: ApiUnderTest;
  beforeEach(async () => {
    api = openApi(under.olap);
    under.index.launch({ launchId: 7n, slot: 1n }).mint('pledge mint', 6, 1n).coverage('streamed', 1n, 20n);
    NAMES.forEach((pledger, index) => {
      const amount = BigInt(index + 1);
      under.index.pledge({ launchId: 7n, pledger, slot: 5n, amount, pledgedTs: 1_000n + amount });
    });
    under.index.pledge({ launchId: 8n, pledger: 'of another launch', slot: 5n, amount: 1n });
    await under.index.checkpoint({ slot: 10n });
    await api.followed.reaches(10n);
  });
  afterEach(async () => {
    await api.stop();
  });
  const page = (query = '') => api.get(`/api/v1/ilo/launches/7/pledges/${query}`);
  const pledgersOf = (json: { results: { pledger: string }[] }) => json.results.map(({ pledger }) => pledger);

  async function allPages(query: string, each: () => Promise<void> = async () => undefined) {
    const pages = [await page(query)];
    for (let cursor = pages[0]?.json.next_cursor; cursor !== null; cursor = pages.at(-1)?.json.next_cursor) {
      await each();
      const next = await page(`?limit=10&cursor=${cursor}`);
      expect(next.status).toBe(200);
      pages.push(next);
    }
    return pages;
  }

  const link = explorerLinks('localnet', TEST_RPC_URL);

  test('answers every field of a pledge', async () => {
    const { status, json } = await page('?limit=1');

    expect(status).toBe(200);
    expect(() => pledgeListAnswer.parse(json)).not.toThrow();
    const [name = ''] = IN_ORDER;
    const amount = NAMES.indexOf(name) + 1;
    expect(json.launch_id).toBe('7');
    expect(json.results).toEqual([
      {
        pledger: pubkeyOf(name),
        pledge_address: json.results[0].pledge_address,
        amount: String(amount),
        tokens_released: '0',
        refunded: false,
        pledged_ts: 1000 + amount,
        updated_slot: 5,
        explorer: {
          pledge: link(json.results[0].pledge_address),
          pledger: link(pubkeyOf(name)),
        },
      },
    ]);
    // A listing names the mints' decimals and symbols beside the amounts.
    expect(json).toMatchObject({
      pledge_mint_decimals: 6,
      pledge_mint_symbol: 'USDC',
      launch_mint_symbol: null,
    });
  });

  test('pages through all pledges in the order of their keys, each exactly once', async () => {
    const pages = await allPages('?limit=10');

    expect(pages.map(({ json }) => json.results.length)).toEqual([10, 10, 5]);
    expect(pages.flatMap(({ json }) => pledgersOf(json))).toEqual(IN_ORDER.map(pubkeyOf));
  });

  test('shows one slot on all pages while pledges come, change and close', async () => {
    let slot = 10n;
    const pages = await allPages('?limit=10', async () => {
      slot += 1n;
      const last = IN_ORDER.at(-1) ?? '';
      under.index
        .pledge({ launchId: 7n, pledger: `latecomer ${slot}`, slot, amount: 1n })
        .pledge({ launchId: 7n, pledger: IN_ORDER[12] ?? '', slot, amount: 999n })
        .pledge({ launchId: 7n, pledger: last, slot, closed: true });
      await under.index.checkpoint({ slot });
      await api.followed.reaches(slot);
    });

    expect(pages.map(({ json }) => json.source.last_indexed_slot)).toEqual([10, 10, 10]);
    expect(pages.flatMap(({ json }) => pledgersOf(json))).toEqual(IN_ORDER.map(pubkeyOf));
    const amounts = pages.flatMap(({ json }) => json.results.map(({ amount }: { amount: string }) => amount));
    expect(amounts).not.toContain('999');
    const now = await page('?limit=200');
    expect(now.json.results).toHaveLength(26);
  });

  test('keeps the slot of as_of_slot on the pages that follow', async () => {
    under.index.pledge({ launchId: 7n, pledger: 'latecomer', slot: 12n, amount: 1n });
    await under.index.checkpoint({ slot: 12n });
    await api.followed.reaches(12n);

    const pages = await allPages('?limit=10&as_of_slot=6');

    expect(pages.map(({ json }) => json.source.last_indexed_slot)).toEqual([6, 6, 6]);
    expect(pages.flatMap(({ json }) => pledgersOf(json))).toEqual(IN_ORDER.map(pubkeyOf));
  });

  test('refuses a cursor of another launch or of another listing', async () => {
    const { json } = await page('?limit=1');

    const otherLaunch = await api.get(`/api/v1/ilo/launches/8/pledges/?cursor=${json.next_cursor}`);
    const otherListing = await api.get(`/api/v1/ilo/launches/?cursor=${json.next_cursor}`);

    expect(otherLaunch).toMatchObject({
      status: 400,
      json: { detail: expect.stringContaining('launch_id') },
    });
    expect(otherListing).toMatchObject({ status: 400, json: { detail: expect.stringContaining('cursor') } });
  });

  test('answers 404 where no LaunchConfig exists, though pledges do', async () => {
    expect(await api.get('/api/v1/ilo/launches/8/pledges/')).toMatchObject({ status: 404 });
    expect(await api.get('/api/v1/ilo/launches/8/pledges/?as_of_slot=6')).toMatchObject({ status: 404 });
  });
});
