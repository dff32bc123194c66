import {
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/sdk/client/auth.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pairingExchange } from '../../../api/actions/pairing/exchange.ts';
import { DEVICE_GRANT } from '../../../api/mcp/oauth/metadata.ts';
import { type DecisionStore, embeddedDecisions } from '../../support/decision-stores.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { testWallet } from '../../support/wallets.ts';
import { type AgentApi, openAgentApi } from '../support/agent-api.ts';
import { NO_CONTEXT, openSurface, type SurfaceUnderTest, toolOf } from './support/surface-under-test.ts';

const START = Date.parse('2026-10-01T12:00:00.000Z');
const SURFACE = '/mcp/agent-v1';
const wallet = testWallet('owner');

let store: DecisionStore;
let clock: ManualClock;
let api: AgentApi;
let surface: SurfaceUnderTest;
let busy = 0;
let origin: string;
beforeAll(async () => {
  store = await embeddedDecisions();
  clock = manualClock(START);
  api = await openAgentApi(store.oltp, clock);
  const tools = [toolOf('echo', (text) => text)];
  surface = await openSurface(tools, {
    surfaces: [{ path: SURFACE, instructions: '', tools, credentials: ['token', 'key'] }],
    context: { ...NO_CONTEXT, control: api.context.control },
    agents: api.context.agents,
    pairing: pairingExchange(api.context.pairing, () => busy),
    clock,
  });
  origin = new URL(surface.mcp.url).origin;
});
afterAll(async () => {
  await surface[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
});

const send = async (path: string, form: Record<string, string> | string, type = 'x-www-form-urlencoded') => {
  const response = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': `application/${type}` },
    body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
  });
  return { status: response.status, headers: response.headers, json: await response.json() };
};
const begin = async (form: Record<string, string> = { client_id: 'A client', scope: 'read trade' }) =>
  (await send('/oauth/device_authorization', form)).json;
const poll = (device_code: string) =>
  send('/oauth/token', { grant_type: DEVICE_GRANT, device_code, client_id: 'A client' });
const waited = () => clock.advance(60_000);

describe('an OAuth client without a credential', () => {
  test('is led from the refusal to the device flow, as the official client reads it', async () => {
    const refused = await surface.mcp.at(SURFACE).post({ jsonrpc: '2.0', id: 1, method: 'ping' });
    const challenge = refused.headers.get('www-authenticate') ?? '';
    const resourceMetadataUrl = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? '';
    expect([refused.status, resourceMetadataUrl]).toEqual([
      401,
      `${origin}/.well-known/oauth-protected-resource${SURFACE}`,
    ]);

    const resource = await discoverOAuthProtectedResourceMetadata(`${origin}${SURFACE}`, {
      resourceMetadataUrl,
    });
    expect(resource).toMatchObject({ resource: `${origin}${SURFACE}`, authorization_servers: [origin] });
    const server = await discoverAuthorizationServerMetadata(origin);
    expect(server).toMatchObject({
      issuer: origin,
      device_authorization_endpoint: `${origin}/oauth/device_authorization`,
      token_endpoint: `${origin}/oauth/token`,
      grant_types_supported: [DEVICE_GRANT],
      response_types_supported: [],
    });
  });

  test('gets a token once its owner has approved, and calls tools with it', async () => {
    const { device_code, user_code, ...started } = await begin();
    expect(started).toEqual({
      verification_uri: 'https://launchlens.example/pair',
      verification_uri_complete: `https://launchlens.example/pair?user_code=${user_code}`,
      expires_in: 600,
      interval: 5,
    });
    expect(await poll(device_code)).toMatchObject({ status: 400, json: { error: 'authorization_pending' } });
    expect((await poll(device_code)).json.error).toBe('slow_down');
    await api.decide('approve', user_code, wallet);
    waited();

    const { status, headers, json } = await poll(device_code);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(json).toEqual({
      access_token: expect.stringMatching(/^llp_/),
      token_type: 'Bearer',
      expires_in: expect.any(Number),
      scope: 'read trade',
    });
    expect(json.expires_in).toBeGreaterThan(89 * 24 * 3600);
    const authorization = `Bearer ${json.access_token}`;
    const session = await surface.mcp.at(SURFACE).initialize({ authorization });
    const called = await surface.mcp.at(SURFACE).call('echo', { text: 'hi' }, session);
    expect(called.json.result.structuredContent).toEqual({ said: 'hi' });
    waited();
    expect((await poll(device_code)).json.error).toBe('expired_token');
  });

  test('learns that its owner denied, or that nobody decided in time', async () => {
    const denied = await begin();
    await api.decide('deny', denied.user_code, wallet);
    expect((await poll(denied.device_code)).json.error).toBe('access_denied');

    const late = await begin({ client_id: 'A client' });
    clock.advance(600_000);
    expect((await poll(late.device_code)).json.error).toBe('expired_token');
  });

  test.for([
    ['/oauth/device_authorization', {}, 'invalid_request'],
    ['/oauth/device_authorization', { client_id: 'a\nb' }, 'invalid_request'],
    ['/oauth/device_authorization', { client_id: 'a', scope: 'read everything' }, 'invalid_scope'],
    ['/oauth/device_authorization', 'client_id=a&client_id=b', 'invalid_request'],
    ['/oauth/token', {}, 'invalid_request'],
    ['/oauth/token', { grant_type: 'authorization_code', code: 'x' }, 'unsupported_grant_type'],
    ['/oauth/token', { grant_type: DEVICE_GRANT }, 'invalid_request'],
    ['/oauth/token', { grant_type: DEVICE_GRANT, device_code: 'x' }, 'expired_token'],
  ] as const)('is refused at %s for %j with %s', async ([path, form, error]) => {
    const { status, json } = await send(path, form as Record<string, string> | string);
    expect([status, json]).toEqual([400, { error, error_description: expect.any(String) }]);
  });

  test('sends forms, and no more starts than its rate allows', async () => {
    expect((await send('/oauth/device_authorization', '{"client_id":"a"}', 'json')).json.error).toBe(
      'invalid_request',
    );
    busy = 7;
    const { status, headers, json } = await send('/oauth/device_authorization', { client_id: 'a' });
    busy = 0;
    expect([status, headers.get('retry-after'), json.error]).toEqual([429, '7', 'temporarily_unavailable']);
    const put = await fetch(`${origin}/oauth/token`, { method: 'PUT' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });
});
