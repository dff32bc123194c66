import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DecisionStore, embeddedDecisions } from '../../support/decision-stores.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { testWallet } from '../../support/wallets.ts';
import { McpUnderTest } from '../mcp/support/mcp-under-test.ts';
import { openAgentApi } from '../support/agent-api.ts';
import { type ApiUnderTest, type IndexUnderTest, openApi, openIndex } from '../support/mirror-under-test.ts';

const STATUS = '/api/v1/ilo/status/';
const PROXY = '127.0.0.1';
const wallet = testWallet('owner');
const GUESS = { user_code: 'BBBB-BBBC', wallet_address: wallet.address, signature: wallet.sign('x') };

let under: IndexUnderTest;
let store: DecisionStore;
let clock: ManualClock;
beforeAll(async () => {
  [under, store] = await Promise.all([openIndex(), embeddedDecisions()]);
  clock = manualClock(Date.parse('2026-10-01T12:00:00.000Z'));
  await under.index.reset();
  await under.index.checkpoint({ slot: 1n });
});
afterAll(async () => {
  await store?.[Symbol.asyncDispose]();
  await under?.dispose();
});

interface Behind {
  readonly api: ApiUnderTest;
  readonly origin: string;
}

/** An API whose requests all come from one address, that of a proxy; with a limit of six requests in a window. */
async function behind(trustedProxies: readonly string[], work: (found: Behind) => Promise<void>) {
  clock.advance(3_600_000);
  const { context: accounts } = await openAgentApi(store.oltp, clock);
  const api = openApi(under.olap, {
    ...{ accounts, clock, trustedProxies, requestsPerWindow: 6 },
    mcp: { limits: { streamsPerClient: 1 } },
  });
  try {
    await api.followed.reaches(1n);
    await work({ api, origin: await api.app.listen({ host: PROXY, port: 0 }) });
  } finally {
    await api.stop();
  }
}

async function statuses(origin: string, addresses: readonly string[], path = STATUS, body?: object) {
  const seen: number[] = [];
  for (const address of addresses) {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
    const sent = body && { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(`${origin}${path}`, { headers, ...sent });
    await answer.arrayBuffer();
    seen.push(answer.status);
  }
  return seen;
}
const eachOther = (count: number) => Array.from({ length: count }, (_, at) => `198.51.100.${at}`);
const inOneNetwork = (count: number) => Array.from({ length: count }, (_, at) => `2001:db8:1:2::${at + 1}`);
const same = (count: number) => Array.from({ length: count }, () => '198.51.100.7');
const repeated = (status: number, count: number) => Array.from({ length: count }, () => status);

describe('behind a proxy that is trusted', () => {
  test('each address has a limit of its own, for answers that lie ready too', () =>
    behind([PROXY], async ({ origin }) => {
      expect(await statuses(origin, same(8))).toEqual([...repeated(200, 6), ...repeated(429, 2)]);
      expect(await statuses(origin, eachOther(20).slice(8))).toEqual(repeated(200, 12));
      expect(await statuses(origin, ['203.0.113.1, 198.51.100.7', '203.0.113.2, 198.51.100.7'])).toEqual([
        429, 429,
      ]);
    }));

  test('an address beyond its limit still reaches what stops agents', () =>
    behind([PROXY], async ({ origin }) => {
      const stop = (verb: string) => statuses(origin, same(8), `/api/v1/wallet-control/${verb}/`, {});
      expect(await stop('resume')).toEqual([...repeated(401, 6), ...repeated(429, 2)]);
      for (const verb of ['kill', 'pause']) expect(await stop(verb)).toEqual(repeated(401, 8));
    }));

  test('an IPv6 /64 counts as one client, and the metric counts its refusals', () =>
    behind([PROXY], async ({ origin }) => {
      expect(await statuses(origin, inOneNetwork(8))).toEqual([...repeated(200, 6), ...repeated(429, 2)]);
      const query = { query: '{ source { slot: lastIndexedSlot } }' };
      expect(await statuses(origin, inOneNetwork(2), '/graphql', query)).toEqual([429, 429]);
      expect(await statuses(origin, ['2001:db8:1:3::1'])).toEqual([200]);
      const text = await (await fetch(`${origin}/metrics`)).text();
      expect(text).toContain('launchlens_api_limit_refusals_total{limit="requests"} 4');
      clock.advance(3_600_000);
      expect(await streams(origin, inOneNetwork(2))).toEqual([200, 429]);
    }));

  test('wrong user codes are counted for each address', () =>
    behind([PROXY], async ({ origin }) => {
      const guess = (addresses: readonly string[]) =>
        statuses(origin, addresses, '/api/v1/pair/approve/', GUESS);
      for (let at = 0; at < 10; at += 1) {
        expect(await guess(['198.51.100.7'])).toEqual([404]);
        clock.advance(10_000);
      }
      expect(await guess(['198.51.100.7', '198.51.100.8'])).toEqual([429, 404]);
    }));

  test('streams of MCP are counted for each address', () =>
    behind([PROXY], async ({ origin }) => {
      expect(await streams(origin, eachOther(2))).toEqual([200, 200]);
      clock.advance(3_600_000);
      expect(await streams(origin, same(2))).toEqual([200, 429]);
    }));
});

describe('where no proxy is trusted', () => {
  test('the header changes nothing: all that come over one connection share its limit', () =>
    behind([], async ({ origin }) => {
      expect(await statuses(origin, eachOther(8))).toEqual([...repeated(200, 6), ...repeated(429, 2)]);
    }));

  test('nor for who is no proxy, though others are', () =>
    behind(['10.0.0.2'], async ({ origin }) => {
      expect(await statuses(origin, eachOther(8))).toEqual([...repeated(200, 6), ...repeated(429, 2)]);
    }));

  test('wrong user codes cannot be spread over addresses that one makes up', () =>
    behind([], async ({ origin }) => {
      const seen: number[] = [];
      for (const address of eachOther(12)) {
        seen.push(...(await statuses(origin, [address], '/api/v1/pair/approve/', GUESS)));
        clock.advance(10_000);
      }
      expect(seen).toEqual([...repeated(404, 10), ...repeated(429, 2)]);
    }));

  test('nor can streams of MCP', () =>
    behind([], async ({ origin }) => {
      expect(await streams(origin, eachOther(2))).toEqual([200, 429]);
    }));
});

/** Opens a stream for each address, and closes them all in the end. */
async function streams(origin: string, addresses: readonly string[]): Promise<(number | undefined)[]> {
  const leave: (() => void)[] = [];
  const seen: (number | undefined)[] = [];
  for (const address of addresses) {
    const forwarded = { 'x-forwarded-for': address };
    const session = await new McpUnderTest(`${origin}/mcp`).initialize(forwarded);
    const headers = { ...session, ...forwarded, accept: 'text/event-stream' };
    const request = get(`${origin}/mcp`, { headers, agent: false });
    leave.push(() => request.destroy());
    seen.push(
      await new Promise((resolve, reject) => {
        request.once('response', ({ statusCode }) => resolve(statusCode)).once('error', reject);
      }),
    );
    request.on('error', () => undefined);
  }
  for (const left of leave) left();
  return seen;
}
