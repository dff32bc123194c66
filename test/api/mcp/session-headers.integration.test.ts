import { afterEach, describe, expect, test } from 'vitest';
import { INITIALIZE, McpUnderTest } from './support/mcp-under-test.ts';
import { openSurface, type SurfaceUnderTest, toolOf } from './support/surface-under-test.ts';

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const call = (name: string, text = '', id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: { text } },
});

describe('what streamable HTTP carries in headers', () => {
  let under: SurfaceUnderTest;
  let mcp: McpUnderTest;
  const open = async (...options: Parameters<typeof openSurface>) => {
    under = await openSurface(...options);
    mcp = under.mcp;
  };
  afterEach(async () => {
    await under[Symbol.asyncDispose]();
  });
  const codeOf = ({ json }: { json: { error?: { data?: { code: string } } } }) => json.error?.data?.code;

  describe('sessions', () => {
    test('begin with initialize, which gives the id that every further message carries', async () => {
      await open([toolOf('echo', (text) => text)]);

      const reply = await mcp.post(INITIALIZE);
      expect(reply).toMatchObject({
        status: 200,
        json: { id: 0, result: { protocolVersion: '2025-06-18' } },
      });
      const id = reply.headers.get('mcp-session-id') ?? '';
      expect(id).toMatch(/^[\x21-\x7e]{32,}$/);

      const session = { 'mcp-session-id': id };
      const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
      expect(await mcp.post(initialized, session)).toMatchObject({ status: 202, text: '' });
      expect(await mcp.post(PING, session)).toMatchObject({ status: 200, json: { id: 1, result: {} } });
      expect(await mcp.post(call('echo', 'hi'), session)).toMatchObject({
        status: 200,
        json: { result: { structuredContent: { said: 'hi' } } },
      });
    });

    test('are demanded of everything but initialize', async () => {
      await open([]);
      const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };

      for (const message of [PING, call('echo'), notification, { ...INITIALIZE, id: undefined }]) {
        const reply = await mcp.post(message);
        expect([reply.status, codeOf(reply)]).toEqual([400, 'mcp_session_missing']);
      }
      expect((await mcp.request('GET', { accept: 'text/event-stream' })).status).toBe(400);
      expect((await mcp.request('DELETE')).status).toBe(400);
    });

    test('that nobody has are unknown to every method', async () => {
      await open([]);

      for (const id of ['nope', '__proto__', '', 'a, b', 'x'.repeat(5000)]) {
        const session = { 'mcp-session-id': id };
        expect(codeOf(await mcp.post(PING, session)), id).toBe('mcp_session_unknown');
        expect((await mcp.post(PING, session)).status).toBe(404);
        expect((await mcp.request('DELETE', session)).status).toBe(404);
        expect((await mcp.request('GET', { ...session, accept: 'text/event-stream' })).status).toBe(404);
      }
    });

    test('are refused to other surfaces as if they were unknown, by every method', async () => {
      await open([]);
      const session = await mcp.initialize();
      const elsewhere = new McpUnderTest(`${mcp.url}/other`);

      const own = await elsewhere.post(PING, { 'mcp-session-id': 'nope' });
      const foreign = await elsewhere.post(PING, session);
      expect([foreign.status, foreign.text]).toEqual([404, own.text]);
      expect((await elsewhere.request('DELETE', session)).status).toBe(404);
      const listening = { ...session, accept: 'text/event-stream', 'last-event-id': '1' };
      expect((await elsewhere.request('GET', listening)).status).toBe(404);

      expect((await mcp.post(PING, session)).status).toBe(200);
    });

    test('end with DELETE, for good', async () => {
      await open([]);
      const session = await mcp.initialize();

      expect(await mcp.request('DELETE', session)).toMatchObject({ status: 204, text: '' });
      expect((await mcp.post(PING, session)).status).toBe(404);
      expect((await mcp.request('DELETE', session)).status).toBe(404);
    });

    test('end seven days after they began, whether they were used or not', async () => {
      const day = 24 * 60 * 60_000;
      let now = 1;
      await open([], { clock: { now: () => now, sleep: async () => {} } });
      const session = await mcp.initialize();

      now += 7 * day - 1;
      expect((await mcp.post(PING, session)).status).toBe(200);
      now += 1;
      expect((await mcp.post(PING, session)).status).toBe(404);
    });

    test('are not initialized twice', async () => {
      await open([]);
      const session = await mcp.initialize();

      const reply = await mcp.post(INITIALIZE, session);
      expect(reply).toMatchObject({ status: 400, json: { id: 0, error: { code: -32600 } } });
    });

    test('are not given to a malformed initialize', async () => {
      await open([]);

      const reply = await mcp.post({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} });
      expect(reply.json.error).toMatchObject({ code: -32602 });
      expect(reply.headers.get('mcp-session-id')).toBeNull();
    });

    test('all go on however many are begun after them', async () => {
      await open([]);
      const first = await mcp.initialize();

      for (let count = 0; count < 40; count++) await mcp.initialize();

      expect((await mcp.post(PING, first)).status).toBe(200);
    });
  });

  describe('the MCP-Protocol-Version header', () => {
    test('is the one that initialize answered, the one that silence stands for, or left out', async () => {
      await open([]);
      const { 'mcp-protocol-version': _version, ...bare } = await mcp.initialize();

      expect((await mcp.post(PING, bare)).status).toBe(200);
      for (const version of ['2025-11-25', '2025-06-18', '2025-03-26']) {
        expect((await mcp.post(PING, { ...bare, 'mcp-protocol-version': version })).status).toBe(200);
      }
    });

    test.for(['2024-11-05', '2026-07-28', 'bogus', '', '2025-06-18, 2025-06-18'])(
      'is refused as %o by every method',
      async (version) => {
        await open([]);
        const session = { ...(await mcp.initialize()), 'mcp-protocol-version': version };

        const reply = await mcp.post(PING, session);
        expect([reply.status, codeOf(reply)]).toEqual([400, 'mcp_version_unsupported']);
        expect((await mcp.request('GET', { ...session, accept: 'text/event-stream' })).status).toBe(400);
        expect((await mcp.request('DELETE', session)).status).toBe(400);
      },
    );

    test('is not looked at for initialize, where nothing was agreed on yet', async () => {
      await open([]);

      expect((await mcp.post(INITIALIZE, { 'mcp-protocol-version': '2025-11-25' })).status).toBe(200);
    });
  });
});
