import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { AGENT_SURFACE, LITE_SURFACE, PLUGIN_SURFACE, SURFACES } from '../../../api/mcp/surfaces.ts';
import { type DecisionStore, embeddedDecisions } from '../../support/decision-stores.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { waitFor } from '../../support/wait-for.ts';
import { type AgentsOptions, type AgentsUnderTest, agentsOver } from './support/agents-under-test.ts';
import { INITIALIZE, type McpUnderTest, type Reply } from './support/mcp-under-test.ts';
import { openSurface, type SurfaceUnderTest } from './support/surface-under-test.ts';

const DAY_MS = 24 * 60 * 60_000;
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const SSE = { accept: 'text/event-stream' };
const CREDENTIALED = [AGENT_SURFACE, LITE_SURFACE, PLUGIN_SURFACE].map(({ path }) => path);

describe('the surfaces that take credentials', () => {
  let store: DecisionStore;
  let under: SurfaceUnderTest;
  let agents: AgentsUnderTest;
  let clock: ManualClock;
  beforeAll(async () => {
    store = await embeddedDecisions();
  });
  afterAll(async () => {
    await store[Symbol.asyncDispose]();
  });
  afterEach(async () => {
    await under[Symbol.asyncDispose]();
  });
  const open = async (options: AgentsOptions = {}) => {
    clock = manualClock(Date.parse('2026-01-01T00:00:00Z'));
    agents = await agentsOver(store.oltp, { clock, ...options });
    under = await openSurface([], { surfaces: SURFACES, agents: agents.parts, clock });
  };
  const at = (path: string): McpUnderTest => under.mcp.at(path);
  const codeOf = ({ json }: Reply) => json.error?.data?.code;

  describe('answer 401', () => {
    test('to every method and message without a credential, before they look at anything else', async () => {
      await open();
      for (const path of CREDENTIALED) {
        const replies = [
          await at(path).post(INITIALIZE),
          await at(path).post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
          await at(path).post(PING, { 'mcp-session-id': 'nope' }),
          await at(path).post('{'),
          await at(path).post([INITIALIZE]),
          await at(path).post(INITIALIZE, { 'content-type': 'text/plain' }),
          await at(path).post(PING, { 'x-service-profile': 'nonsense' }),
          await at(path).request('GET', SSE),
          await at(path).request('DELETE', { 'mcp-session-id': 'nope' }),
        ];
        for (const reply of replies) {
          expect(reply.status).toBe(401);
          expect(reply.headers.get('www-authenticate')).toBe('Bearer realm="launchlens"');
          expect(reply.headers.get('access-control-allow-origin')).toBe('*');
          expect(reply.headers.get('mcp-session-id')).toBeNull();
        }
        expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
      }
      expect((await at(AGENT_SURFACE.path).request('OPTIONS')).status).toBe(204);
    });

    test('with one body, whatever is wrong with the credential', async () => {
      await open();
      const good = await agents.issue();
      const [revoked, old, expired] = [
        await agents.issue(),
        await agents.issue(),
        await agents.issue({ scopes: ['trade'] }),
      ];
      await agents.revoke(revoked);
      await agents.rotate(old);
      const key = await agents.issue({ kind: 'key' });
      clock.advance(90 * DAY_MS);
      const { secret } = good;
      const shown = {
        revoked: `Bearer ${revoked.secret}`,
        rotated: `Bearer ${old.secret}`,
        expired: `Bearer ${expired.secret}`,
        'of another kind': `Bearer ${key.secret}`,
        unknown: `Bearer llp_${'0'.repeat(38)}`,
        'of a wrong checksum': `Bearer ${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`,
        'of a wrong prefix': `Bearer xxx_${secret.slice(4)}`,
        'in another case': `Bearer ${secret.toUpperCase()}`,
        'with another scheme': `Basic ${Buffer.from(`:${secret}`).toString('base64')}`,
        'without a scheme': secret,
        'two at once': `Bearer ${secret}, Bearer ${secret}`,
        'no more than a scheme': 'Bearer',
        'a token of an account': 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln',
      };
      const { text } = await at(PLUGIN_SURFACE.path).post(INITIALIZE);
      expect(text).toContain('a pairing token only, no API key');

      for (const [what, authorization] of Object.entries(shown)) {
        const reply = await at(PLUGIN_SURFACE.path).post(INITIALIZE, { authorization });
        expect([what, reply.status, reply.text]).toEqual([what, 401, text]);
        expect(reply.headers.get('www-authenticate'), what).toMatch(
          /^Bearer realm="launchlens", error="invalid_token", error_description=".*pair again/,
        );
        expect(reply.headers.get('access-control-expose-headers')).toBe('Mcp-Session-Id');
      }
      for (const path of CREDENTIALED) {
        expect((await at(path).post(INITIALIZE, revoked.headers)).status).toBe(401);
      }
      expect((await at(PLUGIN_SURFACE.path).post(INITIALIZE, good.headers)).status).toBe(200);
      expect((await at(AGENT_SURFACE.path).post(INITIALIZE, key.headers)).status).toBe(200);
    });

    test('to two Authorization headers, of which Node itself would keep the first', async () => {
      await open();
      const { secret } = await agents.issue();
      const headers = [
        ...['Authorization', `Bearer ${secret}`, 'Authorization', `Bearer ${secret}`],
        ...['Content-Type', 'application/json', 'Host', '127.0.0.1'],
      ];

      expect(await rawStatus(at(AGENT_SURFACE.path).url, headers)).toBe(401);
      expect(await rawStatus(at(AGENT_SURFACE.path).url, headers.slice(2))).toBe(200);
    });

    test('to a credential anywhere but in its header', async () => {
      await open();
      const { secret } = await agents.issue();
      const cookie = { cookie: `authorization=Bearer ${secret}; token=${secret}`, 'x-api-key': secret };

      expect((await at(AGENT_SURFACE.path).post(INITIALIZE, cookie)).status).toBe(401);
      expect((await at(`${AGENT_SURFACE.path}?access_token=${secret}`).post(INITIALIZE)).status).toBe(401);
    });
  });

  test('hold an execution credential to ninety days, to the second, in sessions that are open too', async () => {
    await open();
    const agent = await agents.issue({ scopes: ['read', 'trade'] });
    clock.advance(84 * DAY_MS);
    const sessions = await Promise.all(
      CREDENTIALED.map(async (path) => [path, await at(path).initialize(agent.headers)] as const),
    );

    clock.advance(6 * DAY_MS - 1_000);
    for (const [path, session] of sessions) expect((await at(path).post(PING, session)).status).toBe(200);
    clock.advance(1_000);
    for (const [path, session] of sessions) expect((await at(path).post(PING, session)).status).toBe(401);
  });

  describe('a session', () => {
    test('belongs to the credential and the surface that opened it, and is unknown to all others', async () => {
      await open();
      const [alice, bob] = [await agents.issue(), await agents.issue()];
      const session = await at(AGENT_SURFACE.path).initialize(alice.headers);
      const stolen = { ...session, ...bob.headers, 'last-event-id': '1' };

      const unknown = await at(AGENT_SURFACE.path).post(PING, { ...bob.headers, 'mcp-session-id': 'nope' });
      expect(unknown.status).toBe(404);
      for (const [path, headers] of [
        [AGENT_SURFACE.path, stolen],
        [LITE_SURFACE.path, session],
        [PLUGIN_SURFACE.path, session],
        ['/mcp', session],
        ['/mcp/chatgpt-v1', session],
      ] as const) {
        const reply = await at(path).post(PING, headers);
        expect([path, reply.status, codeOf(reply)]).toEqual([path, 404, 'mcp_session_unknown']);
        expect((await at(path).request('DELETE', headers)).status).toBe(404);
        expect((await at(path).request('GET', { ...headers, ...SSE })).status).toBe(404);
      }
      const { authorization: _, ...bare } = session;
      expect((await at(AGENT_SURFACE.path).post(PING, bare)).status).toBe(401);
      expect((await at(AGENT_SURFACE.path).post(PING, session)).status).toBe(200);
    });

    test('of an anonymous surface is of no use on a credentialed one', async () => {
      await open();
      const { headers } = await agents.issue();
      const session = await at('/mcp').initialize();

      expect((await at(AGENT_SURFACE.path).post(PING, { ...session, ...headers })).status).toBe(404);
      expect((await at('/mcp').post(PING, { ...session, ...headers })).status).toBe(200);
    });

    test('is refused once its credential is revoked or rotated, and its stream ends', async () => {
      await open();
      for (const end of ['revoke', 'rotate'] as const) {
        const agent = await agents.issue();
        const session = await at(AGENT_SURFACE.path).initialize(agent.headers);
        const stream = await fetch(at(AGENT_SURFACE.path).url, { headers: { ...session, ...SSE } });
        expect(stream.status).toBe(200);

        const next = await agents[end](agent);

        expect(await stream.text()).toBe('');
        expect((await at(AGENT_SURFACE.path).post(PING, session)).status).toBe(401);
        expect((await at(AGENT_SURFACE.path).request('DELETE', session)).status).toBe(401);
        if (next) {
          expect((await at(AGENT_SURFACE.path).post(PING, { ...session, ...next.headers })).status).toBe(404);
          expect((await at(AGENT_SURFACE.path).post(INITIALIZE, next.headers)).status).toBe(200);
        }
      }
    });

    test('ends its stream when the credential expires', async () => {
      await open();
      const agent = await agents.issue({ scopes: ['read', 'trade'] });
      clock.advance(90 * DAY_MS - 10_000);
      const session = await at(AGENT_SURFACE.path).initialize(agent.headers);
      const stream = await fetch(at(AGENT_SURFACE.path).url, { headers: { ...session, ...SSE } });

      clock.advance(10_000);

      expect(await stream.text()).toBe('');
    });
  });

  test('count the calls of each credential by its tier, and say so on every answer', async () => {
    await open({ perMinute: 3 });
    const [agent, other] = [await agents.issue(), await agents.issue({ tier: 'elevated' })];
    const bystander = await agents.issue();
    const session = await at(AGENT_SURFACE.path).initialize(agent.headers);

    const { headers } = await at(AGENT_SURFACE.path).post(PING, session);
    expect([headers.get('ratelimit'), headers.get('ratelimit-policy')]).toEqual([
      '"paired";r=1;t=60',
      '"paired";q=3;w=60',
    ]);
    expect((await at(LITE_SURFACE.path).post(INITIALIZE, agent.headers)).status).toBe(200);
    const refused = await at(AGENT_SURFACE.path).post(PING, session);
    expect(refused).toMatchObject({
      status: 429,
      json: { jsonrpc: '2.0', id: null, error: { code: -32000, data: { code: 'credential_rate_limited' } } },
    });
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(refused.headers.get('ratelimit')).toBe('"paired";r=0;t=60');
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');

    const { status, headers: of } = await at(AGENT_SURFACE.path).post(INITIALIZE, bystander.headers);
    expect([status, of.get('ratelimit')]).toEqual([200, '"paired";r=2;t=60']);

    const { headers: elevated } = await at(AGENT_SURFACE.path).post(INITIALIZE, other.headers);
    expect(elevated.get('ratelimit-policy')).toBe('"elevated";q=1200;w=60');
    clock.advance(60_000);
    expect((await at(AGENT_SURFACE.path).post(PING, session)).status).toBe(200);
  });

  test('stop agents for a credential beyond its rate, and take nothing else of it', async () => {
    await open({ perMinute: 1 });
    const agent = await agents.issue();
    const surface = at(AGENT_SURFACE.path);
    const session = await surface.initialize(agent.headers);
    const called = (name: string, more: object = {}) =>
      surface.post(
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {}, ...more } },
        session,
      );

    for (const name of ['kill_wallet', 'pause_wallet']) {
      const { status, json } = await called(name);
      // Nobody keeps guardrails here: it came as far as the tool's own gates.
      expect([status, json.result?.structuredContent?.code]).toEqual([200, 'internal']);
    }
    const padded = { _meta: { padding: 'x'.repeat(5_000) } };
    const refused = [
      await called('list_launches'),
      await called('no_such_tool'),
      await called('kill_wallet', padded),
      await surface.post({ jsonrpc: '2.0', id: 1, method: 'ping', params: { name: 'kill_wallet' } }, session),
      await surface.post({ jsonrpc: '2.0', method: 'notifications/cancelled' }, session),
      await at(PLUGIN_SURFACE.path).post(INITIALIZE, agent.headers),
      await surface.post(INITIALIZE, { ...agent.headers, 'x-service-toolsets': 'quotes' }),
      await surface.request('DELETE', session),
    ];
    expect(refused.map((reply) => [reply.status, codeOf(reply)])).toEqual(
      refused.map(() => [429, 'credential_rate_limited']),
    );
    expect(refused.every(({ headers }) => headers.get('retry-after') === '60')).toBe(true);
  });

  test('stop agents beyond their rate in a session that is opened then', async () => {
    await open({ perMinute: 1 });
    for (const path of [AGENT_SURFACE.path, LITE_SURFACE.path]) {
      const agent = await agents.issue();
      await at(path).initialize(agent.headers);

      const session = await at(path).initialize(agent.headers);
      const opened = await at(path).post({ jsonrpc: '2.0', method: 'notifications/initialized' }, session);
      expect(opened.status).toBe(202);
      const stop = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'kill_wallet' } };
      const { status, json } = await at(path).post(stop, session);
      expect([status, json.result?.structuredContent?.code]).toEqual([200, 'internal']);
      expect(codeOf(await at(path).post(PING, session))).toBe('credential_rate_limited');
    }
  });

  test('are not there where nobody keeps credentials', async () => {
    under = await openSurface([], { surfaces: SURFACES });

    for (const path of CREDENTIALED) expect((await at(path).post(INITIALIZE)).status).toBe(404);
    expect((await at('/mcp').post(INITIALIZE)).status).toBe(200);
    expect((await at('/mcp/chatgpt-v1').post(INITIALIZE)).status).toBe(200);
  });

  test('let in no request of a foreign name or origin, whatever it shows', async () => {
    await open();
    await under[Symbol.asyncDispose]();
    under = await openSurface([], {
      surfaces: SURFACES,
      agents: agents.parts,
      clock,
      origins: ['https://app.example'],
    });
    const { headers, secret } = await agents.issue();
    const raw = ['Authorization', `Bearer ${secret}`, 'Content-Type', 'application/json', 'Host'];

    for (const path of CREDENTIALED) {
      const foreign = await at(path).post(INITIALIZE, { ...headers, origin: 'https://evil-app.example' });
      expect([foreign.status, codeOf(foreign)]).toEqual([403, 'mcp_origin_refused']);
      expect(await rawStatus(at(path).url, [...raw, 'evil.example'])).toBe(403);
      expect(await rawStatus(at(path).url, [...raw, 'localhost'])).toBe(200);
    }
    const own = await at(AGENT_SURFACE.path).post(INITIALIZE, { origin: 'https://app.example' });
    expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([
      401,
      'https://app.example',
    ]);
    await waitFor(() => under.counted.length > 0, { what: 'requests to be counted' });
  });
});

/** Sends `initialize` with exactly these raw headers. */
async function rawStatus(url: string, headers: readonly string[]): Promise<number | undefined> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers: headers as string[] }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(INITIALIZE));
  });
}
