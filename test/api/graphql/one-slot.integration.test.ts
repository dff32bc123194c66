import { describe, expect, test } from 'vitest';
import { createMirror } from '../../../api/read/mirror.ts';
import { pubkeyOf } from '../../support/index-builder.ts';
import { openApi } from '../support/mirror-under-test.ts';
import { countingOlap } from './support/counting-olap.ts';
import { ask } from './support/graphql-under-test.ts';
import { threeLaunches } from './support/three-launches.ts';

describe('answers over GraphQL, each at one slot', () => {
  const { suite, advanceTo } = threeLaunches();

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
    const first = await ask(suite.api, page.replace('ORDER', ', orderBy: amount_desc'));
    expect(first.data.launch.pledges).toMatchObject({
      edges: [{ node: { amount: '1100' } }],
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
    });

    // When the chain moves on, and the next pages are asked for by their cursors alone
    suite.index.pledge({ launchId: 1n, pledger: 'd', slot: 6n, amount: 1_050n });
    await advanceTo(6n);
    const amounts: string[] = [];
    let { endCursor: after } = first.data.launch.pledges.pageInfo;
    for (let more = true; more; ) {
      const { data, source } = await ask(suite.api, {
        query: page.replace('ORDER', ''),
        variables: { after },
      });
      const { edges, pageInfo } = data.launch.pledges;
      expect(source.lastIndexedSlot).toBe(5);
      expect(data.launch.source.lastIndexedSlot).toBe(5);
      expect(pageInfo).toMatchObject({ hasPreviousPage: true, startCursor: edges[0].cursor });
      amounts.push(edges[0].node.amount);
      ({ endCursor: after, hasNextPage: more } = pageInfo);
    }

    // Then all of them show slot 5
    expect(amounts).toEqual(['1000', '900']);
    const newest = await ask(suite.api, page.replace('ORDER', ', orderBy: amount_desc'));
    expect(newest.source.lastIndexedSlot).toBe(6);
  });

  test('refuse a cursor that was not issued, that belongs elsewhere, or beside one of another slot', async () => {
    const cursorAt = async () =>
      (await ask(suite.api, '{ launches(first: 1) { pageInfo { endCursor } } }')).data.launches.pageInfo
        .endCursor;
    const old = await cursorAt();
    await advanceTo(6n);
    const young = await cursorAt();
    const refused = async (fields: string) => (await ask(suite.api, `{ ${fields} }`)).errors?.[0];

    expect(await refused('launches(after: "abc") { totalCount }')).toMatchObject({
      message: 'after was not issued by this API. Pass the endCursor of a page unchanged.',
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
    const { mirror } = suite.api.context;
    let asked = 0;
    const moving = openApi(
      suite.olap,
      {},
      {
        mirror: {
          ...mirror,
          ask: async (slot, question) => {
            asked += 1;
            if (asked === 1) {
              suite.index.launch({ launchId: 1n, slot: 6n, status: 4, startTs: 10n });
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
      suite.api,
      '{ past: launch(launchId: 1, asOfSlot: 3) { status source { lastIndexedSlot } pledges { source { lastIndexedSlot } nodes { amount } } } now: launch(launchId: 1) { status } }',
    );
    expect(data.past).toMatchObject({
      status: 'active',
      source: { lastIndexedSlot: 3 },
      pledges: { source: { lastIndexedSlot: 3 }, nodes: expect.arrayContaining([{ amount: '900' }]) },
    });
    expect(data.now.status).toBe('succeeded');
    expect(source.lastIndexedSlot).toBe(5);
    expect((await ask(suite.api, '{ source(asOfSlot: 3) { lastIndexedSlot } }')).source.lastIndexedSlot).toBe(
      3,
    );
  });

  test.for([
    [99, 'SLOT_AHEAD', /^asOfSlot 99 is not indexed yet/],
    [0, 'SLOT_NOT_HELD', /^asOfSlot 0 is before the first indexed slot/],
  ] as const)('refuse slot %s where it cannot be answered', async ([slot, code, message]) => {
    const { status, data, errors } = await ask(
      suite.api,
      `{ launch(launchId: 1, asOfSlot: ${slot}) { status } now: source { lastIndexedSlot } }`,
    );
    expect(status).toBe(200);
    expect(data).toEqual({ launch: null, now: { lastIndexedSlot: 5 } });
    expect(errors).toMatchObject([
      { message: expect.stringMatching(message), path: ['launch'], extensions: { code } },
    ]);
  });

  test('wait for minSlot, and refuse with both slots named when it does not come', async () => {
    const waiting = ask(suite.api, '{ launch(launchId: 1, minSlot: 6) { source { lastIndexedSlot } } }');
    await advanceTo(6n);
    expect((await waiting).data.launch.source.lastIndexedSlot).toBe(6);

    const { status, errors, data } = await ask(suite.api, '{ source(minSlot: 99) { lagSlots } }');
    expect(status).toBe(412);
    expect(data).toBeUndefined();
    expect(errors).toMatchObject([
      { message: expect.stringMatching(/99.*6|6.*99/), extensions: { code: 'INDEX_BEHIND_MIN_SLOT' } },
    ]);
    expect(
      (await ask(suite.api, '{ source(minSlot: 6, asOfSlot: 5) { lagSlots } }')).errors?.[0]?.extensions.code,
    ).toBe('MIN_SLOT_CONTRADICTED');
  });

  test('refuse with maxLagSlots rather than answer stale', async () => {
    const mirror = createMirror({
      store: suite.api.followed.store,
      lane: suite.olap.reader,
      clock: { ...Date, now: () => 0 } as never,
    });
    const fresh = openApi(suite.olap, {}, { mirror });
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
    const counted = countingOlap(suite.olap);
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
});
