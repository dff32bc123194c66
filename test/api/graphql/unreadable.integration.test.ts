import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pubkeyOf } from '../../support/index-builder.ts';
import { indexSuite } from '../support/index-suite.ts';
import { type ApiUnderTest, openApi, showSlot } from '../support/mirror-under-test.ts';
import { EventClient } from './support/event-client.ts';
import { ask } from './support/graphql-under-test.ts';

/** What a launch shows of its pledges, each in a question of its own. */
const OF_PLEDGES = {
  pledges: '{ pledges(first: 1) { edges { node { amount } } } }',
  topPledgers: '{ topPledgers(first: 1) { amount } }',
  pledgeDistribution: '{ pledgeDistribution(buckets: 2) { sum } }',
  settlement: '{ settlement { outcome } }',
  wallet: `{ wallet(address: "${pubkeyOf('a')}") { pledged } }`,
};

describe('accounts that cannot be read, over GraphQL', () => {
  const under = indexSuite();
  let api: ApiUnderTest;
  beforeEach(async () => {
    for (const launchId of [1n, 2n]) {
      under.index.launch({ launchId, slot: 1n, status: 3, startTs: launchId, totalPledged: 8n });
      for (const pledger of ['a', 'b']) under.index.pledge({ launchId, pledger, slot: 2n, amount: 4n });
    }
    under.index.coverage('snapshot', 1n, 1n);
    await under.index.checkpoint({ slot: 4n });
    api = openApi(under.olap);
    await api.followed.reaches(4n);
  });
  afterEach(async () => {
    api.app.server.closeAllConnections();
    await api.stop();
  });

  async function codeOf(query: string): Promise<string | undefined> {
    const { errors } = await ask(api, { query });
    return errors?.[0]?.extensions.code;
  }

  test('refuse what needs a Pledge among them, now and in the past, and leave the rest answered', async () => {
    under.index.unreadable({ launchId: 2n, pledger: 'a', slot: 5n });
    await showSlot(under, api, 6n);

    for (const at of ['', ', asOfSlot: 5']) {
      for (const [name, fields] of Object.entries(OF_PLEDGES)) {
        const code = await codeOf(`{ launch(launchId: 2${at}) ${fields} }`);
        expect([name, at, code]).toEqual([name, at, 'ACCOUNT_UNREADABLE']);
        expect([name, await codeOf(`{ launch(launchId: 1${at}) ${fields} }`)]).toEqual([name, undefined]);
      }
    }
    for (const [name, fields] of Object.entries(OF_PLEDGES)) {
      expect([name, await codeOf(`{ launch(launchId: 2, asOfSlot: 4) ${fields} }`)]).toEqual([
        name,
        undefined,
      ]);
    }
  });

  test('refuse each launch among them by itself, where many are asked for at once', async () => {
    under.index.unreadable({ launchId: 2n, slot: 5n });
    await showSlot(under, api, 6n);

    const { data, errors } = await ask(api, {
      query: '{ one: launch(launchId: 1) { totalPledged } two: launch(launchId: 2) { totalPledged } }',
    });
    expect(data).toEqual({ one: { totalPledged: '8' }, two: null });
    expect(errors).toMatchObject([{ path: ['two'], extensions: { code: 'ACCOUNT_UNREADABLE' } }]);
  });

  test('leave the pledges and the settlement of every other launch answered, where a list asks for all', async () => {
    under.index.unreadable({ launchId: 2n, pledger: 'a', slot: 5n });
    await showSlot(under, api, 6n);

    for (const [name, fields] of Object.entries(OF_PLEDGES)) {
      const nodes = `{ nodes { launchId ${fields.slice(1)} }`;
      for (const at of ['', '(asOfSlot: 5)']) {
        const { errors } = await ask(api, { query: `{ launches${at} ${nodes} }` });
        expect([name, errors]).toEqual([
          name,
          [
            expect.objectContaining({
              path: ['launches', 'nodes', 0, name],
              extensions: expect.objectContaining({ code: 'ACCOUNT_UNREADABLE' }),
            }),
          ],
        ]);
      }
    }
  });

  test('are told to who follows their launch, once they cannot be read and once they can', async () => {
    const origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const query = 'subscription { launchChanged(launchId: 2) { totalPledged } }';
    const client = new EventClient(origin, query, {});
    await client.connected();
    try {
      // Nothing but its bytes changed, and later nothing but that they are read
      under.index.unreadable({ launchId: 2n, slot: 5n });
      await showSlot(under, api, 5n);
      await client.next(1);
      expect(client.nexts[0]?.data).toMatchObject({
        errors: [{ extensions: { code: 'ACCOUNT_UNREADABLE' } }],
      });
      under.index.launch({ launchId: 2n, slot: 6n, status: 3, totalPledged: 9n });
      await showSlot(under, api, 6n);
      const [, told] = await client.next(2);
      expect(told?.data).toMatchObject({ data: { launchChanged: { totalPledged: '9' } } });
    } finally {
      client.close();
    }
  });
});
