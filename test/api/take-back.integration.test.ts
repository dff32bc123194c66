import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLatestStore } from '../../api/read/latest/store.ts';
import { createMirror } from '../../api/read/mirror.ts';
import { systemClock } from '../../core/kernel/clock.ts';
import { createLogger } from '../../core/kernel/logger.ts';
import { waitFor } from '../support/wait-for.ts';
import { EventClient } from './graphql/support/event-client.ts';
import { indexSuite } from './support/index-suite.ts';
import { type ApiUnderTest, openApi } from './support/mirror-under-test.ts';

const PLEDGES = '/api/v1/ilo/launches/7/pledges/';

describe('an API whose index takes slots back', () => {
  const under = indexSuite();
  let api: ApiUnderTest;
  let origin: string;
  beforeEach(async () => {
    under.index.launch({ launchId: 7n, slot: 1n, totalPledged: 1n }).coverage('streamed', 1n, 200n);
    for (const pledger of ['a', 'b', 'c']) {
      under.index.pledge({ launchId: 7n, pledger, slot: 100n, amount: 1n });
    }
    await under.index.checkpoint({ slot: 100n });
    // The fork that dies: another total, other amounts, one more pledge.
    under.index.launch({ launchId: 7n, slot: 105n, totalPledged: 666n });
    for (const pledger of ['a', 'b', 'ghost']) {
      under.index.pledge({ launchId: 7n, pledger, slot: 105n, amount: 666n });
    }
    await under.index.checkpoint({ slot: 110n });
    api = openApi(under.olap);
    await api.followed.reaches(110n);
    origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(async () => {
    api.app.server.closeAllConnections();
    await api.stop();
  });

  /** The surviving fork, one slot further than the dead one when the API looks again. */
  async function survive(): Promise<void> {
    await under.index.takeBack(110n, 100n);
    under.index.launch({ launchId: 7n, slot: 106n, totalPledged: 3n });
    under.index.pledge({ launchId: 7n, pledger: 'a', slot: 106n, amount: 3n });
    await under.index.checkpoint({ slot: 112n });
    await api.followed.reaches(112n);
  }

  const amounts = async (query: string) => {
    const { json } = await api.get(`${PLEDGES}?${query}`);
    return json.results?.map(({ amount }: { amount: string }) => amount).sort();
  };
  const graphql = async (query: string) => {
    const response = await fetch(`${origin}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    return (await response.json()) as { data: { launch: { totalPledged: string } | null } };
  };

  test('answers at every slot from the surviving fork, though its slot never seemed to go back', async () => {
    expect(await amounts('')).toEqual(['1', '666', '666', '666']);
    await survive();
    expect(await amounts('')).toEqual(['1', '1', '3']);
    expect(await amounts('as_of_slot=106')).toEqual(['1', '1', '3']);
    for (const slot of [100, 104, 105]) expect(await amounts(`as_of_slot=${slot}`)).toEqual(['1', '1', '1']);
    expect(await graphql('{ launch(launchId: 7, asOfSlot: 105) { totalPledged } }')).toMatchObject({
      data: { launch: { totalPledged: '1' } },
    });
    expect(await graphql('{ launch(launchId: 7) { totalPledged } }')).toMatchObject({
      data: { launch: { totalPledged: '3' } },
    });
  });

  test('gives what it remembered of a slot to nobody once that slot was taken back', async () => {
    const path = `${PLEDGES}?as_of_slot=105`;
    const { headers } = await api.get(path);
    const query = '{ launch(launchId: 7, asOfSlot: 105) { totalPledged } }';
    expect(await graphql(query)).toMatchObject({ data: { launch: { totalPledged: '666' } } });
    await survive();
    const again = await api.get(path, { 'if-none-match': String(headers.etag) });
    expect(again.status).toBe(200);
    expect(again.headers.etag).not.toBe(headers.etag);
    expect(await graphql(query)).toMatchObject({ data: { launch: { totalPledged: '1' } } });
  });

  test('goes on with no listing of a slot that was taken back, and with every other', async () => {
    const dead = await api.get(`${PLEDGES}?limit=1`);
    const alive = await api.get(`${PLEDGES}?limit=1&as_of_slot=100`);
    await survive();
    expect(await api.get(`${PLEDGES}?limit=1&cursor=${dead.json.next_cursor}`)).toMatchObject({
      status: 410,
      json: { detail: expect.stringContaining('Slot 110 was on a fork that was rolled back') },
    });
    const next = await api.get(`${PLEDGES}?limit=1&cursor=${alive.json.next_cursor}`);
    expect(next).toMatchObject({ status: 200, json: { source: { last_indexed_slot: 100 } } });
    const since = await api.get(`${PLEDGES}?limit=1`);
    const page = await api.get(`${PLEDGES}?limit=1&cursor=${since.json.next_cursor}`);
    expect(page).toMatchObject({ status: 200, json: { source: { last_indexed_slot: 112 } } });
  });

  test('tells subscribers of the lower slot, and those who come back with an event of the dead fork', async () => {
    const query = 'subscription { launchChanged(launchId: 7) { totalPledged } }';
    const client = new EventClient(origin, query, { lastEventId: '110' });
    await client.connected();
    await under.index.takeBack(110n, 100n);
    await waitFor(() => client.events.length > 0, { what: 'the event of the take-back' });
    const [told] = client.events;
    expect(told?.id).toMatch(/^100\.\d+$/);
    client.close();
    const back = new EventClient(origin, query, { lastEventId: '110' });
    await waitFor(() => back.events.length > 0, { what: 'the event for one who comes back' });
    back.close();
  });

  test('shows nobody the dead fork while it reads the state anew', async () => {
    const { scanner } = under.olap;
    const gate = Promise.withResolvers<void>();
    let reads = 0;
    const olap: typeof under.olap = {
      ...under.olap,
      scanner: {
        ...scanner,
        query: async (statement, row) => {
          // The first load goes through; the one after the take-back waits.
          if (statement.sql.includes('index_identity') && ++reads > 1) await gate.promise;
          return scanner.query(statement, row);
        },
      },
    };
    const stop = new AbortController();
    const store = createLatestStore({ olap, clock: systemClock, logger: createLogger('silent') });
    const running = store.run(stop.signal);
    await waitFor(() => store.held?.stamp.slot === 110n, { what: 'the first load' });
    await survive();
    await waitFor(() => reads > 1, { what: 'the second load to begin' });
    expect(store.held).toBeUndefined();
    expect(() => store.snapshot()).toThrow('slots of a fork that died are taken back');
    gate.resolve();
    await waitFor(() => store.held?.stamp.slot === 112n, { what: 'the second load' });
    stop.abort();
    await running;
  });

  test('reads again where rows vanish under a question about the past', async () => {
    const { store } = api.followed;
    const { reader } = under.olap;
    let struck = false;
    const lane: typeof reader = {
      ...reader,
      query: async (statement, row) => {
        // The first read of the pledges falls into the removal, before the store has heard of the take-back.
        if (!struck && statement.sql.includes('pledge_versions')) {
          struck = true;
          await survive();
        }
        return reader.query(statement, row);
      },
    };
    const mirror = createMirror({ store, lane });
    const { stamp, facts } = await mirror.ask(105n, (view) => view.pledges({ launchId: 7n, limit: 10 }));
    expect(struck).toBe(true);
    expect(stamp.checkpoint.slot).toBe(112n);
    expect(facts?.pledges.map(({ amount }) => amount)).toEqual([1n, 1n, 1n]);
  });
});
