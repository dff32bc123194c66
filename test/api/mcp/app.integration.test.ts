import { beforeEach, describe, expect, test } from 'vitest';
import { startApi } from '../../../api/main.ts';
import { settingsSchema } from '../../../core/kernel/settings/schema.ts';
import { createShutdown } from '../../../core/kernel/shutdown.ts';
import { TEST_PROGRAM } from '../../support/index-builder.ts';
import { indexSuite } from '../support/index-suite.ts';
import { openApi, silentLogger } from '../support/mirror-under-test.ts';
import { INITIALIZE, McpUnderTest } from './support/mcp-under-test.ts';

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

describe('MCP in the API', () => {
  const under = indexSuite();
  beforeEach(async () => {
    await under.index.checkpoint({ slot: 1n });
  });

  test('takes its origins from the settings, and ends with the program although streams are open', async () => {
    const shutdown = createShutdown();
    const settings = settingsSchema.parse({
      HTTP_PORT: '0',
      ESCROW_PROGRAM_ID: TEST_PROGRAM,
      MCP_CORS_ORIGINS: 'https://app.example, https://other.example',
    });
    const { url } = await startApi({ olap: under.olap, logger: silentLogger, shutdown, settings });
    const mcp = new McpUnderTest(`${url}/mcp`);

    const { headers } = await mcp.post(INITIALIZE, { origin: 'https://other.example' });
    expect(headers.get('access-control-allow-origin')).toBe('https://other.example');
    expect((await mcp.post(INITIALIZE, { origin: 'https://evil.example' })).status).toBe(403);
    const stream = await fetch(mcp.url, {
      headers: { accept: 'text/event-stream', ...(await mcp.initialize()) },
    });
    expect(stream.status).toBe(200);

    await shutdown.run('the test is over');
    expect(await stream.text()).toBe('');
  });

  test('shares one rate limit with REST, and refuses in its own form', async () => {
    const api = openApi(under.olap, { requestsPerWindow: 4 });
    await api.followed.reaches(1n);
    const mcp = await McpUnderTest.listen(api);
    const rest = `${new URL(mcp.url).origin}/health`;

    const session = await mcp.initialize();
    expect((await mcp.post(PING, session)).status).toBe(200);
    for (let count = 0; count < 2; count++) expect((await fetch(rest)).status).toBe(200);

    const refused = await mcp.post(PING, session);
    expect(refused).toMatchObject({
      status: 429,
      json: { jsonrpc: '2.0', id: null, error: { code: -32000, data: { code: 'rate_limited' } } },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect((await fetch(rest)).status).toBe(429);
    await api.stop();
  });

  test('tells of itself nothing that is not so: no authorization server, no other API', async () => {
    const api = openApi(under.olap);
    for (const path of [
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/oauth-authorization-server',
      '/sse',
      '/messages',
    ]) {
      expect((await api.get(path)).status, path).toBe(404);
    }
    const refused = await api.request('POST', '/mcp', { 'content-type': 'application/json' });
    expect(refused.headers['www-authenticate']).toBeUndefined();
    await api.stop();
  });
});
