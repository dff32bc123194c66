import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openApiDocument } from '../../api/rest/openapi/document.ts';
import { BASE_PATH } from '../../api/rest/route.ts';
import type { Launchlens } from '../../client/index.ts';
import { type RunningApi, runApi, walletOf } from '../client/support/running-api.ts';

const owner = walletOf('the owner of a revoked key');
const { paths } = openApiDocument('https://api.example');
const ENDPOINTS = Object.entries(paths).flatMap(([path, operations]) =>
  Object.entries(operations)
    .filter(([, { security = [] }]) => security.some((scheme) => 'rewardsBearer' in scheme))
    .map(([method]) => ({ method: method.toUpperCase(), path })),
);
const SURFACES = ['/mcp/agent-v1', '/mcp/agent-lite', '/mcp/plugin-v1'];

/** Every place that takes a credential tells the owner when one was refused that no longer counts. */
describe('a revoked key', () => {
  let api: RunningApi;
  let client: Launchlens;
  let authorization: string;
  beforeAll(async () => {
    api = await runApi();
    client = api.client();
    await client.signIn(owner);
    const { id, key } = await client.keys.issue({ label: 'revoked', scopes: ['read'] });
    await client.keys.revoke(id);
    authorization = `Bearer ${key}`;
  });
  afterAll(() => api[Symbol.asyncDispose]());

  const newestEvent = async () => (await client.credentialEvents().next()).value;

  /** @returns the status of the answer, and what the owner sees of it */
  async function refusedAt(send: () => Promise<Response>) {
    const before = await newestEvent();
    const { status } = await send();
    const told: string[] = [];
    for await (const { id, kind, surface, reason } of client.credentialEvents()) {
      if (id === before?.id) break;
      told.push(`${kind} at ${surface}: ${reason}`);
    }
    return { status, told };
  }

  test('is tried at every operation that the description protects', () => {
    expect(ENDPOINTS.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/user-rewards/summary/', '/user-rewards/history/', '/keys/', '/intents/']),
    );
  });

  test.each(ENDPOINTS)('is refused at $method $path, and its owner sees that', async ({ method, path }) => {
    const url = `${api.url}${BASE_PATH}${path.replaceAll(/\{\w+\}/g, '1')}`;
    const { status, told } = await refusedAt(() => fetch(url, { method, headers: { authorization } }));

    expect(status).toBe(401);
    expect(told).toEqual([`refused at ${BASE_PATH}${path}: revoked`]);
  });

  test.each(SURFACES)('is refused at %s, and its owner sees that', async (surface) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    const { status, told } = await refusedAt(() =>
      fetch(`${api.url}${surface}`, {
        method: 'POST',
        headers: {
          authorization,
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
        },
        body,
      }),
    );

    expect(status).toBe(401);
    expect(told).toEqual([`refused at ${surface}: revoked`]);
  });

  test.each(['POST', 'GET'])('is refused over GraphQL by %s, and its owner sees it once', async (method) => {
    const query = '{ rewardsSummary { preMint } rewardsHistory { hasMore } }';
    const ask = `${api.url}/graphql${method === 'GET' ? `?query=${encodeURIComponent(query)}` : ''}`;
    const { told } = await refusedAt(() =>
      fetch(ask, {
        method,
        headers: { authorization, 'content-type': 'application/json' },
        ...(method === 'POST' && { body: JSON.stringify({ query }) }),
      }),
    );

    expect(told).toEqual(['refused at /graphql: revoked']);
  });
});
