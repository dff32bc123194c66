import { describe, expect, test } from 'vitest';
import { pubkeyOf } from '../../support/index-builder.ts';
import { openApi } from '../support/mirror-under-test.ts';
import { ask } from './support/graphql-under-test.ts';
import { threeLaunches } from './support/three-launches.ts';

describe('answers over GraphQL', () => {
  const { suite } = threeLaunches();

  test('carry the source as a field and in the extensions, also beside errors', async () => {
    const { status, data, source, headers } = await ask(
      suite.api,
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
    expect((await ask(suite.api, '{ nope }')).source.lastIndexedSlot).toBe(5);
  });

  test('show a launch with its settlement, a wallet and its pledges, amounts as strings', async () => {
    const { data } = await ask(suite.api, {
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
    const { text } = await ask(suite.api, '{ launch(launchId: 3) { endTs } }');
    expect(text).toContain('"endTs":9223372036854775807}');
  });

  test('show the cluster, a wallet across launches, audits and coverage', async () => {
    const { data } = await ask(suite.api, {
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

  test('say nothing of a failure inside, name where it was, and still give the rest', async () => {
    const { mirror } = suite.api.context;
    const failing = openApi(
      suite.olap,
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
            message:
              'An unexpected error occurred and was logged. Try again, and report it to the operator if it persists.',
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
    await suite.index.reset();
    const empty = openApi(suite.olap);
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
