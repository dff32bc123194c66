import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMirror } from '../../../api/read/mirror.ts';
import { pubkeyOf } from '../../support/index-builder.ts';
import { type ApiUnderTest, type IndexUnderTest, openApi, openIndex } from '../support/mirror-under-test.ts';
import { countingOlap } from './support/counting-olap.ts';
import { ask } from './support/graphql-under-test.ts';

describe('answers over GraphQL', () => {
  let under: IndexUnderTest;
  let api: ApiUnderTest;
  beforeAll(async () => {
    under = await openIndex();
  });
  afterAll(async () => {
    await under.dispose();
  });
  beforeEach(async () => {
    const { index } = under;
    await index.reset();
    // Given a launch that succeeded, one that failed and one that is active, in slots 1 to 5
    const terms = { tokenAllocation: 10_000n, totalPledged: 3_000n, pledgerCount: 3 };
    index
      .launch({ launchId: 1n, slot: 1n, status: 1, startTs: 10n })
      .launch({ launchId: 1n, slot: 4n, status: 2, startTs: 10n, ...terms })
      .launch({ launchId: 2n, slot: 2n, status: 3, startTs: 20n, totalPledged: 70n })
      .launch({ launchId: 3n, slot: 3n, status: 1, startTs: 30n, endTs: 2n ** 63n - 1n });
    for (const [pledger, amount] of [
      ['a', 900n],
      ['b', 1_000n],
      ['c', 1_100n],
    ] as const) {
      index.pledge({ launchId: 1n, pledger, slot: 3n, amount, pledgedTs: 500n });
    }
    index
      .pledge({ launchId: 2n, pledger: 'a', slot: 2n, amount: 70n, refunded: true })
      .tokenAccount({ launchId: 1n, role: 'escrow', slot: 4n, amount: 3_000n })
      .coverage('streamed', 1n, 9n)
      .audit(4n, 'equal');
    await index.checkpoint({ slot: 5n, chainSlot: 7n, slotTime: 1_000n });
    api = openApi(under.olap);
    await api.followed.reaches(5n);
  });
  afterEach(async () => {
    await api.stop();
  });
  const advanceTo = async (slot: bigint) => {
    await under.index.checkpoint({ slot, slotTime: 1_000n });
    await api.followed.reaches(slot);
  };

  test('carry the source as a field and in the extensions, also beside errors', async () => {
    const { status, data, source, headers } = await ask(
      api,
      '{ source { lastIndexedSlot lagSlots verifiedSlot slotTime commitment cluster } }',
    );
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'x-last-indexed-slot': '5' });
    expect(data.source).toEqual({
      lastIndexedSlot: 5,
      lagSlots: 2,
      verifiedSlot: 4,
      slotTime: '1970-01-01T00:16:40Z',
      commitment: 'confirmed',
      cluster: 'localnet',
    });
    expect(source).toMatchObject(data.source);
    expect((await ask(api, '{ nope }')).source.lastIndexedSlot).toBe(5);
  });

  test('show a launch with its settlement, a wallet and its pledges, amounts as strings', async () => {
    const { data } = await ask(api, {
      query: `query ($w: Pubkey!) {
        launch(launchId: "1") {
          launchId phase status statusCode pledgerCount escrowBalance vaultBalance
          settlement { outcome allocatedTotal dust refunds { refundedCount } release { unlockedBps } }
          wallet(address: $w) { pledged allocation { entitlement } refund { amount } }
          topPledgers(first: 2) { pledger amount }
          raiseCurve { slot totalPledged }
          pledgeDistribution(buckets: 1) { count sum quantiles { min p50 max } buckets { count } }
        }
        failed: launch(launchId: 2) { settlement { outcome refunds { refundedTotal } release { startTs } } }
        active: launch(launchId: 3) { settlement { outcome } }
        missing: launch(launchId: "18446744073709551615") { launchId }
      }`,
      variables: { w: pubkeyOf('b') },
    });
    expect(data).toEqual({
      launch: {
        launchId: '1',
        phase: 'succeeded',
        status: 'succeeded',
        statusCode: 2,
        pledgerCount: 3,
        escrowBalance: '3000',
        vaultBalance: null,
        settlement: {
          outcome: 'succeeded',
          allocatedTotal: '9999',
          dust: '1',
          refunds: null,
          release: { unlockedBps: 10_000 },
        },
        wallet: { pledged: '1000', allocation: { entitlement: '3333' }, refund: null },
        topPledgers: [
          { pledger: pubkeyOf('c'), amount: '1100' },
          { pledger: pubkeyOf('b'), amount: '1000' },
        ],
        raiseCurve: [
          { slot: 1, totalPledged: '0' },
          { slot: 4, totalPledged: '3000' },
        ],
        pledgeDistribution: {
          count: 3,
          sum: '3000',
          quantiles: { min: '900', p50: '1000', max: '1100' },
          buckets: [{ count: 3 }],
        },
      },
      failed: { settlement: { outcome: 'failed', refunds: { refundedTotal: '70' }, release: null } },
      active: { settlement: null },
      missing: null,
    });
  });

  test('keep times exact that a double cannot hold', async () => {
    const { text } = await ask(api, '{ launch(launchId: 3) { endTs } }');
    expect(text).toContain('"endTs":9223372036854775807}');
  });

  test('show the cluster, a wallet across launches, audits and coverage', async () => {
    const { data } = await ask(api, {
      query: `query ($w: Pubkey!) {
        status { phase launch { launchId } launchGate { open pending legs { name } } }
        wallet(address: $w) {
          address
          pledges { totalCount nodes { amount refunded launch { launchId status settlement { outcome } } allocation { entitlement } refund { amount refunded } } }
        }
        audits { nodes { slot launchId verdict } pageInfo { hasNextPage } }
        coverage { firstSlot lost { fromSlot } nodes { fromSlot toSlot state } }
      }`,
      variables: { w: pubkeyOf('a') },
    });
    expect(data.status).toEqual({
      phase: 'active',
      launch: { launchId: '3' },
      launchGate: { open: true, pending: [], legs: [] },
    });
    expect(data.wallet).toEqual({
      address: pubkeyOf('a'),
      pledges: {
        totalCount: 2,
        nodes: [
          {
            amount: '70',
            refunded: true,
            launch: { launchId: '2', status: 'failed', settlement: { outcome: 'failed' } },
            allocation: null,
            refund: { amount: '70', refunded: true },
          },
          {
            amount: '900',
            refunded: false,
            launch: { launchId: '1', status: 'succeeded', settlement: { outcome: 'succeeded' } },
            allocation: { entitlement: '3000' },
            refund: null,
          },
        ],
      },
    });
    expect(data.audits).toEqual({
      nodes: [{ slot: 4, launchId: null, verdict: 'equal' }],
      pageInfo: { hasNextPage: false },
    });
    expect(data.coverage).toMatchObject({
      firstSlot: 1,
      lost: [],
      nodes: [{ fromSlot: 1, state: 'streamed' }],
    });
  });

  test('page through a listing at the slot of its first page, from any edge, whatever order it has', async () => {
    const page = `query ($after: String) {
      launch(launchId: 1) {
        source { lastIndexedSlot }
        pledges(first: 1, after: $after ORDER) {
          edges { cursor node { amount } }
          pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        }
      }
    }`;
    const first = await ask(api, page.replace('ORDER', ', orderBy: amount_desc'));
    expect(first.data.launch.pledges).toMatchObject({
      edges: [{ node: { amount: '1100' } }],
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
    });

    // When the chain moves on, and the next pages are asked for by their cursors alone
    under.index.pledge({ launchId: 1n, pledger: 'd', slot: 6n, amount: 1_050n });
    await advanceTo(6n);
    const amounts: string[] = [];
    let { endCursor: after } = first.data.launch.pledges.pageInfo;
    for (let more = true; more; ) {
      const { data, source } = await ask(api, { query: page.replace('ORDER', ''), variables: { after } });
      const { edges, pageInfo } = data.launch.pledges;
      expect(source.lastIndexedSlot).toBe(5);
      expect(data.launch.source.lastIndexedSlot).toBe(5);
      expect(pageInfo).toMatchObject({ hasPreviousPage: true, startCursor: edges[0].cursor });
      amounts.push(edges[0].node.amount);
      ({ endCursor: after, hasNextPage: more } = pageInfo);
    }

    // Then all of them show slot 5
    expect(amounts).toEqual(['1000', '900']);
    const newest = await ask(api, page.replace('ORDER', ', orderBy: amount_desc'));
    expect(newest.source.lastIndexedSlot).toBe(6);
  });

  test('refuse a cursor that was not issued, that belongs elsewhere, or beside one of another slot', async () => {
    const cursorAt = async () =>
      (await ask(api, '{ launches(first: 1) { pageInfo { endCursor } } }')).data.launches.pageInfo.endCursor;
    const old = await cursorAt();
    await advanceTo(6n);
    const young = await cursorAt();
    const refused = async (fields: string) => (await ask(api, `{ ${fields} }`)).errors?.[0];

    expect(await refused('launches(after: "abc") { totalCount }')).toMatchObject({
      message: 'after was not issued by this API: pass endCursor of a page unchanged.',
      extensions: { code: 'CURSOR_INVALID' },
    });
    expect(await refused(`audits(after: "${old}") { nodes { slot } }`)).toMatchObject({
      extensions: { code: 'CURSOR_INVALID' },
    });
    expect(await refused(`launches(after: "${old}", status: failed) { totalCount }`)).toMatchObject({
      message: expect.stringMatching(/^after belongs to a listing with another status/),
      extensions: { code: 'CURSOR_MISMATCH' },
    });
    expect(await refused(`launches(after: "${old}", asOfSlot: 6) { totalCount }`)).toMatchObject({
      message: expect.stringMatching(/another asOfSlot/),
      extensions: { code: 'CURSOR_MISMATCH' },
    });
    expect(
      await refused(
        `a: launches(after: "${old}") { totalCount } b: launches(after: "${young}") { totalCount }`,
      ),
    ).toMatchObject({ extensions: { code: 'GRAPHQL_SLOTS_DIFFER' } });
  });

  test('answer all root fields of a request at one slot while the index moves on in between', async () => {
    // Given a mirror under which a checkpoint comes in front of the first question of a request
    const { mirror } = api.context;
    let asked = 0;
    const moving = openApi(
      under.olap,
      {},
      {
        mirror: {
          ...mirror,
          ask: async (slot, question) => {
            asked += 1;
            if (asked === 1) {
              under.index.launch({ launchId: 1n, slot: 6n, status: 4, startTs: 10n });
              await advanceTo(6n);
              await moving.followed.reaches(6n);
            }
            return mirror.ask(slot, question);
          },
        },
      },
    );
    try {
      await moving.followed.reaches(5n);
      const { data, source } = await ask(
        moving,
        '{ a: launch(launchId: 1) { status source { lastIndexedSlot chainSlot } } b: launches { source { lastIndexedSlot chainSlot } nodes { launchId status } } c: source { lastIndexedSlot chainSlot } }',
      );
      expect(source).toMatchObject({ lastIndexedSlot: 5, chainSlot: 7 });
      for (const shown of [data.a.source, data.b.source, data.c]) {
        expect(shown).toEqual({ lastIndexedSlot: 5, chainSlot: 7 });
      }
      expect(data.a.status).toBe('succeeded');
      expect(data.b.nodes.at(-1)).toEqual({ launchId: '1', status: 'succeeded' });
      expect((await ask(moving, '{ launch(launchId: 1) { status } }')).data.launch.status).toBe('finalized');
    } finally {
      await moving.stop();
    }
  });

  test('show an earlier slot with asOfSlot, each root field its own', async () => {
    const { data, source } = await ask(
      api,
      '{ past: launch(launchId: 1, asOfSlot: 3) { status source { lastIndexedSlot } pledges { source { lastIndexedSlot } nodes { amount } } } now: launch(launchId: 1) { status } }',
    );
    expect(data.past).toMatchObject({
      status: 'active',
      source: { lastIndexedSlot: 3 },
      pledges: { source: { lastIndexedSlot: 3 }, nodes: expect.arrayContaining([{ amount: '900' }]) },
    });
    expect(data.now.status).toBe('succeeded');
    expect(source.lastIndexedSlot).toBe(5);
    expect((await ask(api, '{ source(asOfSlot: 3) { lastIndexedSlot } }')).source.lastIndexedSlot).toBe(3);
  });

  test.for([
    [99, 'SLOT_AHEAD', /^asOfSlot 99 is not indexed yet/],
    [0, 'SLOT_NOT_HELD', /^asOfSlot 0 is before the first slot/],
  ] as const)('refuse slot %s where it cannot be answered', async ([slot, code, message]) => {
    const { status, data, errors } = await ask(
      api,
      `{ launch(launchId: 1, asOfSlot: ${slot}) { status } now: source { lastIndexedSlot } }`,
    );
    expect(status).toBe(200);
    expect(data).toEqual({ launch: null, now: { lastIndexedSlot: 5 } });
    expect(errors).toMatchObject([
      { message: expect.stringMatching(message), path: ['launch'], extensions: { code } },
    ]);
  });

  test('wait for minSlot, and refuse with both slots named when it does not come', async () => {
    const waiting = ask(api, '{ launch(launchId: 1, minSlot: 6) { source { lastIndexedSlot } } }');
    await advanceTo(6n);
    expect((await waiting).data.launch.source.lastIndexedSlot).toBe(6);

    const { status, errors, data } = await ask(api, '{ source(minSlot: 99) { lagSlots } }');
    expect(status).toBe(412);
    expect(data).toBeUndefined();
    expect(errors).toMatchObject([
      { message: expect.stringMatching(/99.*6|6.*99/), extensions: { code: 'INDEX_BEHIND_MIN_SLOT' } },
    ]);
    expect(
      (await ask(api, '{ source(minSlot: 6, asOfSlot: 5) { lagSlots } }')).errors?.[0]?.extensions.code,
    ).toBe('MIN_SLOT_CONTRADICTED');
  });

  test('refuse with maxLagSlots rather than answer stale', async () => {
    const mirror = createMirror({
      store: api.followed.store,
      lane: under.olap.reader,
      clock: { ...Date, now: () => 0 } as never,
    });
    const fresh = openApi(under.olap, {}, { mirror });
    try {
      await fresh.followed.reaches(5n);
      expect((await ask(fresh, '{ source(maxLagSlots: 2) { lagSlots } }')).status).toBe(200);
      expect(await ask(fresh, '{ source(maxLagSlots: 1) { lagSlots } }')).toMatchObject({
        status: 503,
        headers: { 'retry-after': '1' },
        errors: [{ extensions: { code: 'INDEX_TOO_STALE' } }],
      });
    } finally {
      await fresh.stop();
    }
  });

  test('ask the store as often for many launches as for one, also in the past', async () => {
    const counted = countingOlap(under.olap);
    const many = openApi(counted.olap, {}, {}, { pollMs: 3_600_000 });
    try {
      await many.followed.reaches(5n);
      const asking = async (launches: string) => {
        counted.reset();
        const { errors, data } = await ask(many, {
          query: `query ($w: Pubkey!) { ${launches} } fragment All on Launch {
            settlement { outcome } wallet(address: $w) { pledged } other: wallet(address: $w) { pledgedTs }
            pledges(first: 2) { nodes { amount } } topPledgers(first: 3) { amount }
          }`,
          variables: { w: pubkeyOf('a') },
        });
        expect(errors).toBeUndefined();
        return { queries: counted.queries.length, data };
      };
      const one = await asking('launches(asOfSlot: 4, status: succeeded) { nodes { ...All } }');
      const three = await asking('launches(asOfSlot: 4, first: 3) { nodes { ...All } }');
      expect(three.data.launches.nodes).toHaveLength(3);
      expect(one.data.launches.nodes).toHaveLength(1);
      expect(three.queries).toBe(one.queries);
      expect((await asking('launches { nodes { ...All } }')).queries).toBe(0);
    } finally {
      await many.stop();
    }
  });

  test('say nothing of a failure inside, name where it was, and still give the rest', async () => {
    const { mirror } = api.context;
    const failing = openApi(
      under.olap,
      {},
      {
        mirror: {
          ...mirror,
          askRecords: () => {
            throw new Error('secret internals');
          },
        },
      },
    );
    try {
      await failing.followed.reaches(5n);
      for (let round = 0; round < 4; round++) {
        const { text, data, errors } = await ask(
          failing,
          '{ launch(launchId: 1) { launchId } audits { nodes { slot } } }',
        );
        expect(data).toEqual({ launch: { launchId: '1' }, audits: null });
        expect(errors).toMatchObject([
          {
            message: 'The answer could not be made; the failure was logged.',
            path: ['audits'],
            extensions: { code: 'INTERNAL' },
          },
        ]);
        expect(text).not.toContain('secret');
      }
    } finally {
      await failing.stop();
    }
  });

  test('say that the index cannot answer while it is not loaded', async () => {
    await under.index.reset();
    const empty = openApi(under.olap);
    try {
      expect(await ask(empty, '{ source { lagSlots } }')).toMatchObject({
        status: 503,
        errors: [{ extensions: { code: 'MIRROR_NOT_READY' } }],
      });
    } finally {
      await empty.stop();
    }
  });
});
