import { createClient } from 'graphql-sse';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMirror } from '../../../api/read/mirror.ts';
import { waitFor } from '../../support/wait-for.ts';
import { indexSuite } from '../support/index-suite.ts';
import { type ApiUnderTest, followIndex, openApi } from '../support/mirror-under-test.ts';
import { EventClient } from './support/event-client.ts';

const SOURCE = 'subscription { sourceChanged { lastIndexedSlot } }';
const LAUNCH =
  'subscription { launchChanged(launchId: 7) { totalPledged pledgerCount source { lastIndexedSlot } } }';
/** Events of a megabyte, so that a few of them fill the buffers of the sockets too. */
const PAGE = 'topPledgers(first: 200) { pledger pledgeAddress amount updatedSlot }';
const PAGES = Array.from({ length: 25 }, (_, index) => `page${index}: ${PAGE}`);
const WIDE = `subscription { launchChanged(launchId: 7) { ${PAGES.join(' ')} } }`;

describe('subscriptions over server-sent events', () => {
  const under = indexSuite();
  let api: ApiUnderTest;
  let origin: string;
  const clients: EventClient[] = [];
  beforeEach(async () => {
    under.index
      .launch({ launchId: 7n, slot: 1n, totalPledged: 1n })
      .launch({ launchId: 8n, slot: 1n })
      .coverage('streamed', 1n, 999n);
    await under.index.checkpoint({ slot: 1n });
    await open();
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.close();
    // The client library keeps a connection open on which it never asked.
    api.app.server.closeAllConnections();
    await api.stop();
  });
  const open = async (capacity: Record<string, number> = {}) => {
    api = openApi(under.olap, { graphql: { capacity }, trustedProxies: ['127.0.0.1'] });
    await api.followed.reaches(1n);
    origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
  };
  const reopen = async (capacity: Record<string, number>) => {
    await api.stop();
    await open(capacity);
  };
  const listen = async (query: string, options: ConstructorParameters<typeof EventClient>[2] = {}) => {
    const client = new EventClient(origin, query, options);
    clients.push(client);
    await client.connected();
    return client;
  };
  /** One step of the index, in which launch 7 changes or does not. */
  const step = async (slot: bigint, totalPledged?: bigint) => {
    if (totalPledged !== undefined) under.index.launch({ launchId: 7n, slot, totalPledged });
    await under.index.checkpoint({ slot });
    await api.followed.reaches(slot);
  };

  const addPledges = async () => {
    for (let number = 0; number < 200; number++) {
      under.index.pledge({ launchId: 7n, pledger: `pledger ${number}`, slot: 2n, amount: 1n });
    }
    await step(2n);
  };

  test('tell of each step with the slot as the event id, and of a launch only when it changed', async () => {
    const source = await listen(SOURCE);
    const launch = await listen(LAUNCH);
    await step(2n);
    await step(3n, 30n);
    under.index.pledge({ launchId: 8n, pledger: 'a', slot: 4n });
    await step(4n);
    under.index.pledge({ launchId: 7n, pledger: 'a', slot: 5n });
    await step(5n);

    expect((await source.next(4)).map(({ id, data }) => [id, data.data])).toEqual(
      [2, 3, 4, 5].map((slot) => [`${slot}`, { sourceChanged: { lastIndexedSlot: slot } }]),
    );
    const changes = await launch.next(2);
    expect(changes.map(({ id }) => id)).toEqual(['3', '5']);
    expect(changes[0]?.data).toMatchObject({
      data: { launchChanged: { totalPledged: '30', source: { lastIndexedSlot: 3 } } },
      extensions: { source: { lastIndexedSlot: 3, cluster: 'localnet' } },
    });
  });

  test('show a launch that ceased to exist as null', async () => {
    const launch = await listen(LAUNCH);
    under.index.launch({ launchId: 7n, slot: 2n, closed: true });
    await step(2n);
    expect((await launch.next(1))[0]?.data.data).toEqual({ launchChanged: null });
  });

  test('go on after Last-Event-ID or sinceSlot with what changed since, and with nothing when nothing did', async () => {
    await step(2n, 20n);
    await step(3n);

    const missed = await listen(LAUNCH, { lastEventId: '1' });
    expect((await missed.next(1))[0]).toMatchObject({
      id: '3',
      data: { data: { launchChanged: { totalPledged: '20' } } },
    });
    const bySlot = await listen(LAUNCH.replace('launchId: 7', 'launchId: 7, sinceSlot: 1'));
    expect((await bySlot.next(1))[0]?.id).toBe('3');
    const knowing = await listen(LAUNCH, { lastEventId: '2' });
    const newerId = await listen(LAUNCH.replace('launchId: 7', 'launchId: 7, sinceSlot: 1'), {
      lastEventId: '3',
    });
    const source = await listen(SOURCE, { lastEventId: '2' });
    const early = await listen(LAUNCH, { lastEventId: '0' });
    const strange = await listen(LAUNCH, { lastEventId: 'not ours' });
    const ahead = await listen(SOURCE, { lastEventId: '5' });

    expect((await source.next(1))[0]?.id).toBe('3');
    expect((await early.next(1))[0]?.id).toBe('3');
    await step(4n, 40n);
    for (const client of [knowing, newerId, strange]) {
      expect((await client.next(1)).map(({ id }) => id)).toEqual(['4']);
    }
    await step(5n);
    await step(6n);
    expect((await ahead.next(1)).map(({ id }) => id)).toEqual(['6']);
  });

  test('work with the client library of the protocol', async () => {
    const client = createClient({ url: `${origin}/graphql` });
    const seen: unknown[] = [];
    const stop = client.subscribe(
      {
        query: 'subscription ($id: BigUint!) { launchChanged(launchId: $id) { totalPledged } }',
        variables: { id: '7' },
      },
      {
        next: ({ data }) => seen.push(data),
        error: (error) => seen.push(error),
        complete: () => seen.push('complete'),
      },
    );
    let slot = 2n;
    await waitFor(
      async () => {
        await step(slot, slot);
        slot += 1n;
        return seen.length > 0;
      },
      { what: 'an event' },
    );
    expect(seen[0]).toMatchObject({ launchChanged: { totalPledged: expect.stringMatching(/^\d+$/) } });
    stop();

    const query = client.iterate({ query: '{ launch(launchId: 8) { launchId } }' });
    const answers = [];
    for await (const { data } of query) answers.push(data);
    expect(answers).toEqual([{ launch: { launchId: '8' } }]);
    client.dispose();
  });

  test('read a change once, however many subscribers there are', async () => {
    let asked = 0;
    await api.stop();
    const followed = followIndex(under.olap);
    const mirror = createMirror({ store: followed.store, lane: under.olap.reader });
    const counted: typeof mirror = {
      ...mirror,
      ask: (slot, question) => {
        asked += 1;
        return mirror.ask(slot, question);
      },
    };
    api = openApi(under.olap, { store: followed.store }, { mirror: counted });
    await Promise.all([api.followed.reaches(1n), followed.reaches(1n)]);
    origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const subscribers = await Promise.all(Array.from({ length: 50 }, () => listen(LAUNCH)));
    const others = await Promise.all(
      Array.from({ length: 10 }, () => listen('subscription { launchChanged(launchId: "7") { launchId } }')),
    );
    expect(asked).toBe(0);

    await step(2n, 20n);
    for (const client of [...subscribers, ...others]) await client.next(1);
    expect(asked).toBe(1);
    await followed.stop();
  });

  test('beat while nothing happens', async () => {
    await reopen({ heartbeatMs: 20 });
    const client = await listen(SOURCE);
    await waitFor(() => client.heartbeats >= 4, { what: 'heartbeats' });
    expect(client.events).toEqual([]);
  });

  test('are bounded, and a place that was left is free again', async () => {
    await reopen({ subscribers: 2 });
    const first = await listen(SOURCE);
    await listen(SOURCE);
    const refused = await listen(SOURCE);
    expect(refused.status).toBe(503);

    first.close();
    await waitFor(
      async () => {
        const client = await listen(SOURCE);
        return client.status === 200;
      },
      { what: 'a free place' },
    );
  });

  test('leave places for others when one network has its share', async () => {
    await reopen({ subscribers: 3, subscribersPerClient: 1 });
    const here = await listen(SOURCE, { from: '2001:db8:1:2::1' });
    expect(here.status).toBe(200);
    const refused = await listen(SOURCE, { from: '2001:db8:1:2::2' });
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('5');
    expect((await listen(SOURCE, { from: '2001:db8:1:3::1' })).status).toBe(200);
    const { text } = await api.get('/metrics');
    expect(text).toContain('launchlens_api_limit_refusals_total{limit="subscriptions"} 1');

    here.close();
    await waitFor(async () => (await listen(SOURCE, { from: '2001:db8:1:2::2' })).status === 200, {
      what: 'a free place',
    });
  });

  test('drop a client that does not read, say why, and hold no one else up', async () => {
    await reopen({ eventsWaiting: 3, farewellMs: 60_000 });
    const slow = await listen(WIDE, { paused: true });
    expect(slow.status).toBe(200);
    const quick = await listen(LAUNCH);
    await addPledges();
    for (let slot = 3n; slot <= 40n; slot++) await step(slot, slot);
    slow.resume();
    await slow.end();

    const last = slow.nexts.at(-1);
    expect(last?.data.errors).toMatchObject([
      {
        message: expect.stringContaining('more than 3 events behind'),
        extensions: { code: 'SUBSCRIBER_TOO_SLOW' },
      },
    ]);
    expect(last?.id).toBeUndefined();
    expect(slow.events.at(-1)?.event).toBe('complete');
    expect(await quick.next(39)).toHaveLength(39);
  });

  test('cut the connection of a client that does not even read its end', async () => {
    await reopen({ eventsWaiting: 1, farewellMs: 50 });
    const stuck = await listen(WIDE, { paused: true });
    expect(stuck.status).toBe(200);
    await addPledges();
    for (let slot = 3n; slot <= 40n; slot++) await step(slot, slot);
    stuck.resume();
    await stuck.end();
    expect(stuck.events.at(-1)?.event).not.toBe('complete');
  });

  test('end with the server, and say so', async () => {
    const client = await listen(SOURCE);
    await api.app.close();
    await client.end();
    expect(client.nexts.at(-1)?.data.errors).toMatchObject([{ extensions: { code: 'SUBSCRIPTION_ENDED' } }]);
    expect(client.events.at(-1)).toMatchObject({ event: 'complete', data: '' });
  });

  test.for([
    ['subscription { nope }', 400],
    ['subscription { launchChanged(launchId: "x") { launchId } }', 400],
    ['subscription { a: sourceChanged { lagSlots } b: sourceChanged { lagSlots } }', 400],
    ['subscription { launchChanged(launchId: "18446744073709551616") { launchId } }', 400],
  ] as const)('refuse %s before a stream begins', async ([query, status]) => {
    expect((await listen(query)).status).toBe(status);
  });
});
