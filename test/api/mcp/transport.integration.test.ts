import { afterEach, describe, expect, test } from 'vitest';
import { INITIALIZE, type McpUnderTest } from './support/mcp-under-test.ts';
import { openSurface, type SurfaceUnderTest, toolOf } from './support/surface-under-test.ts';

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const call = (name: string, text = '', id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: { text } },
});

/** A tool that answers when the test says so. */
function gatedTool() {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  let entered = () => {};
  const inside = new Promise<void>((resolve) => {
    entered = resolve;
  });
  const tool = toolOf('wait', async (text) => {
    entered();
    await gate;
    return text;
  });
  return { tool, open: () => open(), inside };
}

describe('streamable HTTP', () => {
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

  describe('a body', () => {
    test('that is a batch is refused before anything in it is looked at', async () => {
      const called: string[] = [];
      await open([toolOf('note', (text) => String(called.push(text)))]);
      const session = await mcp.initialize();

      for (const body of [[call('note')], [call('note'), PING], [], [INITIALIZE]]) {
        for (const headers of [session, {}]) {
          const reply = await mcp.post(body, headers);
          expect(reply).toMatchObject({ status: 400, json: { id: null, error: { code: -32600 } } });
        }
      }
      expect(called).toEqual([]);
    });

    test('that is a call without an id executes nothing', async () => {
      const called: string[] = [];
      await open([toolOf('note', (text) => String(called.push(text)))]);
      const session = await mcp.initialize();

      expect((await mcp.post({ ...call('note'), id: undefined }, session)).status).toBe(202);
      expect((await mcp.post({ ...call('note'), id: null }, session)).status).toBe(400);
      expect((await mcp.post(PING, session)).status).toBe(200);
      expect(called).toEqual([]);
    });

    test.for([
      ['text', { 'content-type': 'text/plain' }],
      ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
      ['like JSON', { 'content-type': 'application/json-seq' }],
      ['compressed', { 'content-encoding': 'gzip' }],
    ] as const)('that says it is %s is refused with 415', async ([, headers]) => {
      await open([]);

      const reply = await mcp.post(INITIALIZE, headers);
      expect([reply.status, codeOf(reply)]).toEqual([415, 'request_media_type']);
      expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    });

    test('may be in JSON with a character set', async () => {
      await open([]);

      expect((await mcp.post(INITIALIZE, { 'content-type': 'Application/JSON; charset=utf-8' })).status).toBe(
        200,
      );
    });

    test('of more than a mebibyte is refused with 413, readable by browsers', async () => {
      await open([]);
      const session = await mcp.initialize();

      expect((await mcp.post(call('x'.repeat(1_000_000)), session)).status).toBe(200);
      const reply = await mcp.post(call('x'.repeat(1024 * 1024)), session);
      expect([reply.status, codeOf(reply)]).toEqual([413, 'request_body_too_large']);
      expect(reply.headers.get('access-control-allow-origin')).toBe('*');
      expect(reply.headers.get('access-control-expose-headers')).toBe('Mcp-Session-Id');
    });

    test('needs an answer in JSON to be welcome', async () => {
      await open([]);

      expect((await mcp.post(INITIALIZE, { accept: 'text/event-stream' })).status).toBe(406);
      expect((await mcp.post(INITIALIZE, { accept: '*/*' })).status).toBe(200);
    });
  });

  describe('requests in flight', () => {
    test('have ids of their own: a duplicate is refused and the first is answered', async () => {
      const { tool, open: letGo, inside } = gatedTool();
      await open([tool]);
      const session = await mcp.initialize();

      const first = mcp.post(call('wait', 'first'), session);
      await inside;
      const second = await mcp.post(call('wait', 'second'), session);
      const asText = mcp.post(call('wait', 'third', '1'), session);
      letGo();

      expect(second).toMatchObject({ status: 400, json: { id: 1, error: { code: -32600 } } });
      expect(codeOf(second)).toBe('mcp_id_in_flight');
      expect((await first).json.result.structuredContent).toEqual({ said: 'first' });
      expect((await asText).json).toMatchObject({
        id: '1',
        result: { structuredContent: { said: 'third' } },
      });
      expect((await mcp.post(call('wait', 'again'), session)).status).toBe(200);
    });

    test('of other sessions may have the same id', async () => {
      const { tool, open: letGo, inside } = gatedTool();
      await open([tool]);
      const [one, other] = [await mcp.initialize(), await mcp.initialize()];

      const first = mcp.post(call('wait', 'one'), one);
      await inside;
      const second = mcp.post(call('wait', 'other'), other);
      letGo();

      expect((await first).json.result.structuredContent).toEqual({ said: 'one' });
      expect((await second).json.result.structuredContent).toEqual({ said: 'other' });
    });

    test('are let go when their client cancels them, and only by their own session', async () => {
      const { tool, inside } = gatedTool();
      await open([tool]);
      const [session, other] = [await mcp.initialize(), await mcp.initialize()];
      const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };

      const waiting = mcp.post(call('wait'), session);
      await inside;
      expect((await mcp.post(cancel, other)).status).toBe(202);
      const busy = await mcp.post(call('wait'), session);
      expect(codeOf(busy)).toBe('mcp_id_in_flight');
      expect((await mcp.post(cancel, session)).status).toBe(202);

      const reply = await waiting;
      expect([reply.status, reply.headers.get('content-type'), reply.text]).toEqual([
        200,
        'text/event-stream',
        '',
      ]);
    });

    test('are bounded in each session', async () => {
      const { tool, open: letGo, inside } = gatedTool();
      await open([tool, toolOf('echo', (text) => text)]);
      const session = await mcp.initialize();

      const waiting = Array.from({ length: 32 }, (_, id) => mcp.post(call('wait', '', id), session));
      await inside;
      let reply = await mcp.post(call('echo', '', 'more'), session);
      while (reply.status === 200) reply = await mcp.post(call('echo', '', 'more'), session);
      letGo();

      expect([reply.status, codeOf(reply)]).toEqual([429, 'mcp_session_busy']);
      for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
    });
  });

  test('counts what it answered by surface', async () => {
    await open([]);
    await mcp.initialize();
    await mcp.post(PING);

    expect(under.counted).toEqual(['200 /mcp', '400 /mcp']);
  });

  test.for(['PUT', 'PATCH', 'HEAD', 'QUERY'])(
    'answers %s with 405 and the methods that it takes',
    async (method) => {
      await open([]);

      const reply = await mcp.request(method);
      expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, POST, DELETE, OPTIONS']);
    },
  );

  test('answers with and without a slash at the end', async () => {
    await open([]);

    expect((await fetch(`${mcp.url}/`, { method: 'OPTIONS' })).status).toBe(204);
  });
});
